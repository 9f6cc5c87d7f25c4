import type { Terminal } from '../terminal.ts'
import { visible, visibleLines } from '../visible.ts'

/** Text of several lines that others wrote: files, models, people. */
export function block(page: Terminal, text: string): void {
  page.line(visibleLines(text.replaceAll('\r\n', '\n').trimEnd()))
}

/** `name: value` lines of one thing; what is absent has no line. */
export function facts(page: Terminal, table: ReadonlyArray<readonly [name: string, value: string | null | undefined]>) {
  const shown = table.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const width = Math.max(...shown.map(([name]) => name.length))
  for (const [name, value] of shown) {
    page.line(`${page.colors.dim(name.padEnd(width))}  ${visible(String(value))}`)
  }
}

/** How a turn, a round or a check ended, in the color of it. */
export function painted(state: string, { green, red, yellow, dim }: Terminal['colors']) {
  const paints: { [state: string]: (text: string) => string } = {
    accepted: green,
    ok: green,
    closed: green,
    done: green,
    rejected: red,
    tampered: red,
    failed: red,
    error: red,
    stopped: yellow,
    unverifiable: yellow,
    cancelled: yellow,
    interrupted: yellow,
  }
  return { text: state, paint: paints[state] ?? dim }
}

/** A warning about the roster in words; the other faces have its code. */
export function warningText(warning: string): string {
  const [, count] = /^chief_required:(\d+)$/.exec(warning) ?? []
  if (count === undefined) return visible(warning)
  return `The room needs exactly one Chief and has ${count}. Until then no conference can be opened.`
}
