import { povOfLine } from '../workspace/outline.ts'
import { fieldOf, frontMatterOf } from './front-matter.ts'

/** What a scene file says about itself. */
export interface SceneHead {
  pov?: { name: string; line: number }
  number?: number
  /** Line of a POV line below the front matter; it is no prose. */
  povLine?: number
}

export function sceneHead(lines: readonly string[]): SceneHead {
  const front = frontMatterOf(lines)
  const field = fieldOf(front, 'pov')
  const at = lines
    .slice(0, 10)
    .findIndex((line, index) => index >= (front?.endLine ?? 0) && povOfLine(line) !== undefined)
  const name = povOfLine(lines[at] ?? '')
  const number = fieldOf(front, 'scene')?.value
  const written = name === undefined ? undefined : { name, line: at + 1 }
  const pov = field ? { name: field.value, line: field.line } : written
  return {
    ...(pov && { pov }),
    ...(number !== undefined && /^\d{1,9}$/.test(number) && { number: Number(number) }),
    ...(written && { povLine: written.line }),
  }
}

export function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '')
}

/** The first token of a file name that is a number. */
export function numberInName(path: string): number | undefined {
  const token = stemOf(path)
    .split('-')
    .find(part => /^\d{1,9}$/.test(part))
  return token === undefined ? undefined : Number(token)
}
