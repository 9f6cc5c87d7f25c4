import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import type { DiarySettings } from '../../src/diary/settings.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { ensureBuilt } from '../support/built.ts'
import { type Answer, storeIn } from '../support/engines.ts'
import { agentHome, fixture, settledFile } from './home.ts'

const program = fileURLToPath(new URL('../agents/fake-agent.mjs', import.meta.url))
chmodSync(program, 0o755)

export interface Entry {
  [key: string]: unknown
  name?: string
  args?: string[]
  called?: string
  status?: string
}

/** A machine with one transcript and both agents installed, behaving as scripted. */
export async function machineWithAgents(env: { [name: string]: string } = {}, diary: Partial<DiarySettings> = {}) {
  ensureBuilt('program')
  const machine = agentHome()
  settledFile(machine.claude('c1-basic'), fixture('c1-basic'))
  const log = join(machine.home, 'agents.log')
  const bin = join(machine.home, 'bin')
  mkdirSync(bin)
  for (const name of ['claude', 'codex']) symlinkSync(program, join(bin, name))
  const root = join(machine.home, 'diary')
  const app = await openApp({
    location: await storeIn(machine.home),
    diary: {
      root,
      cacheDir: join(root, 'cache'),
      archive: { enabled: false, dir: join(machine.home, 'archive'), keepDays: null },
      timezone: 'Asia/Shanghai',
      graceMs: 300,
      pauseMs: 10,
      environment: {
        ...machine.environment,
        env: {
          ...machine.env,
          PATH: process.env.PATH ?? '',
          DAYBOOK_HOME: machine.home,
          DAYBOOK_TIMEZONE: 'Asia/Shanghai',
          FAKE_AGENT_LOG: log,
          ...env,
        },
      },
      bin: { claude: join(bin, 'claude'), codex: join(bin, 'codex') },
      ...diary,
    },
    clock: () => Date.parse('2026-05-14T08:00:00Z'),
    log: line => console.error(line),
  })
  onTestFinished(() => app.close())
  const call = callsOnDay(app)
  return {
    app,
    call,
    workspace: join(root, 'work', '2026-05-12'),
    log: (): Entry[] =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map(line => JSON.parse(line))
        : [],
    /** Generates to the end. */
    async generate(args: object): Promise<Answer> {
      const started = await call('diary_generate', { consent: true, ...args })
      if (started.status !== 'started') return started
      await app.jobs.finish()
      return call('diary_run', { run_id: started.run_id })
    },
  }
}

/** Calls operations about the day of the fixtures; answers the failure where there is one. */
export function callsOnDay(app: App) {
  return async (name: string, args: object): Promise<Answer> => {
    const operation = operationNamed(name)
    if (!operation) throw new Error(`No operation ${name}.`)
    const outcome = await invoke(app, operation, { date: '2026-05-12', ...args }, { principal: 'local', by: 'test' })
    return outcome.ok ? outcome.result : outcome.failure
  }
}
