import { type ChildProcess, spawn } from 'node:child_process'
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
   * In another process, which is ended when one call takes too long, so that a regression fails and does not hang. The next text is
   * given to the same process, because loading the functions and calling each once takes as long as measuring them.
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
  let running: Running | undefined
  let before: Promise<unknown> = Promise.resolve()
  return {
    measure(unit, size) {
      // A test that ran out of time leaves its text to be measured to the end first.
      const measured = before.then(() => {
        if (running === undefined || running.hasEnded()) running = startMeasuring(outfile)
        return running.measure(unit, size)
      })
      before = measured
      return measured
    },
    remove() {
      running?.stop()
      rmSync(outfile, { force: true })
    },
  }
}

const longestCallMs = 20_000

function programFor(files: readonly string[]): string {
  return [
    `import { takeTexts } from './test/linear-time/measure.ts'`,
    ...files.map((file, index) => `import * as m${index} from './${file}'`),
    `await takeTexts({ ${files.map((file, index) => `'${file}': m${index}`).join(', ')} })`,
  ].join('\n')
}

interface Running {
  measure(unit: string, size: number): Promise<Outcome>
  hasEnded(): boolean
  stop(): void
}

function startMeasuring(program: string): Running {
  // Room for young objects: a megabyte of text becomes many of them.
  const child: ChildProcess = spawn(process.execPath, ['--max-semi-space-size=128', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const stop = () => void child.kill('SIGKILL')
  // Texts for a process that was ended go nowhere.
  child.stdin?.on('error', () => {})
  const lines = child.stdout ? createInterface(child.stdout)[Symbol.asyncIterator]() : undefined
  let ended = false
  return {
    hasEnded: () => ended,
    stop,
    async measure(unit, size) {
      child.stdin?.write(`${JSON.stringify({ unit, size })}\n`)
      const slow: string[] = []
      let running = 'start'
      for (;;) {
        const patience = setTimeout(stop, longestCallMs)
        const next = await lines?.next()
        clearTimeout(patience)
        if (next === undefined || next.done) {
          ended = true
          return { slow: [...slow, `${running}: did not end`], measured: 0 }
        }
        const line: Line = JSON.parse(next.value)
        if ('begins' in line) running = line.begins
        else if ('slow' in line) slow.push(`${line.slow}: ${line.ms} ms; honest text ${line.honestMs} ms`)
        else return { slow, measured: line.measured }
      }
    },
  }
}
