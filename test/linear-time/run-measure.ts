import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { functions } from './functions.ts'
import type { Line } from './measure.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

interface Outcome {
  /** What took out of proportion, and the call that was ended because it took too long. */
  slow: string[]
  measured: number
}

/** A program that measures the functions of some files on the text that it is told. */
export interface MeasuringProgram {
  /**
   * In a process of its own, which is ended when one call takes too long, so that a regression fails and does not hang.
   */
  measure(unit: string, size: number): Promise<Outcome>
  remove(): void
}

/** The program for the files whose path is chosen. */
export async function buildMeasuring(isChosen: (file: string) => boolean): Promise<MeasuringProgram> {
  const outfile = join(root, `node_modules/.cache/daybook/linear-time-${randomUUID()}.mjs`)
  const files = Object.entries(functions).flatMap(([file, uses]) =>
    typeof uses !== 'string' && isChosen(file) ? [file] : [],
  )
  await esbuild.build({
    stdin: { contents: programFor(files), resolveDir: root },
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    define: { __DAYBOOK_VERSION__: '"0"' },
  })
  return {
    measure: (unit, size) => outcomeOf(outfile, unit, size),
    remove: () => rmSync(outfile, { force: true }),
  }
}

const longestCallMs = 20_000

function programFor(files: readonly string[]): string {
  return [
    `import { measure } from './test/linear-time/measure.ts'`,
    ...files.map((file, index) => `import * as m${index} from './${file}'`),
    `const [unit, size] = process.argv.slice(2)`,
    `await measure({ ${files.map((file, index) => `'${file}': m${index}`).join(', ')} }, unit, Number(size))`,
  ].join('\n')
}

async function outcomeOf(program: string, unit: string, size: number): Promise<Outcome> {
  // Room for young objects: a megabyte of text becomes many of them.
  const child = spawn(process.execPath, ['--max-semi-space-size=128', program, unit, String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => child.kill('SIGKILL')
  let patience = setTimeout(stop, longestCallMs)
  const slow: string[] = []
  let running: string | undefined = 'start'
  let measured = 0
  for await (const text of createInterface(child.stdout)) {
    clearTimeout(patience)
    patience = setTimeout(stop, longestCallMs)
    const line: Line = JSON.parse(text)
    if ('begins' in line) running = line.begins
    else if ('slow' in line) slow.push(`${line.slow}: ${line.ms} ms; honest text ${line.honestMs} ms`)
    else [running, measured] = [undefined, line.measured]
  }
  clearTimeout(patience)
  return { slow: running === undefined ? slow : [...slow, `${running}: did not end`], measured }
}
