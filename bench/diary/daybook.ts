import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onlyRoots } from '../../src/transcripts/agents.ts'
import type { Home } from './home.ts'
import { run } from './run-process.ts'

/** What an indexing reported; process start is not part of the times. */
export interface Indexed {
  /** Milliseconds. */
  index: number
  archive: number
  /** Greatest resident memory of the process, in MB. */
  peak: number
  /** Milliseconds of all cores together, process start included; what others do to the machine hardly shows in it. */
  cpu: number
  counters: { [name: string]: number }
}

/** What preparing a day reported; process start is not part of the time, but of the CPU time. */
interface PreparedDay {
  /** Milliseconds. */
  elapsed: number
  cpu: number
  peak: number
  counters: { [name: string]: number }
}

/** A Daybook of its own: the built program, an empty state, and the homes it is pointed at. */
export interface Daybook {
  index(home: Pick<Home, 'claude' | 'codex'>): Promise<Indexed>
  prepare(home: Pick<Home, 'claude' | 'codex'>, date: string): Promise<PreparedDay>
}

export function daybookIn(folder: string, program: string, prelude: string, archiving: boolean): Daybook {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ diary: { archive: { enabled: archiving }, timezone: 'UTC' } }),
  )
  const costFile = join(folder, 'cost')
  const call = async ({ claude, codex }: Pick<Home, 'claude' | 'codex'>, ...args: string[]) => {
    const env = { ...process.env, ...roots(claude, codex), DAYBOOK_HOME: folder, DAYBOOK_BENCH_COST: costFile }
    const { stdout } = await run(process.execPath, ['--import', prelude, program, 'call', ...args, '--json'], env)
    const answer = JSON.parse(stdout)
    if (answer.status !== 'ok') throw new Error(`${args[0]} was refused: ${stdout}`)
    const { kilobytes, cpu } = JSON.parse(readFileSync(costFile, 'utf8'))
    return { answer, peak: (kilobytes * 1024) / 1_000_000, cpu }
  }
  return {
    async index(home) {
      const { answer, peak, cpu } = await call(home, 'diary_index')
      const { counters, archive } = answer
      return { index: counters.elapsed_ms, archive: archive.elapsed_ms, peak, cpu, counters }
    },
    async prepare(home, date) {
      const { answer, peak, cpu } = await call(home, 'diary_prepare', JSON.stringify({ date }))
      return { elapsed: answer.counters.elapsed_ms, peak, cpu, counters: answer.counters }
    },
  }
}

/** The homes of the two agents, and no other. */
export function roots(claude: string, codex: string): { [variable: string]: string } {
  return onlyRoots({ 'claude-code': join(claude, 'projects'), codex: join(codex, 'sessions') })
}
