import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { type Answer, storeIn } from '../support/engines.ts'
import { type AgentHome, agentHome } from './home.ts'

export const shanghai = 'Asia/Shanghai'

/** A program on a machine with transcripts; the clock is a day after the fixtures' unless it is set. */
export async function openProgram(machine: AgentHome = agentHome(), options: { keeping?: boolean } = {}) {
  let now = Date.parse('2026-05-14T08:00:00Z')
  const root = join(machine.home, 'diary')
  const app: App = await openApp({
    location: await storeIn(machine.home),
    diary: {
      root,
      cacheDir: join(root, 'cache'),
      archive: { enabled: options.keeping ?? true, dir: join(machine.home, 'archive'), keepDays: null },
      forgottenDir: join(machine.home, 'forgotten'),
      timezone: shanghai,
      environment: machine.environment,
      lockTimeoutMs: 5000,
    },
    clock: () => now,
    log: line => console.error(line),
  })
  onTestFinished(() => app.close())
  return {
    app,
    machine,
    root,
    workspace: (date = '2026-05-12') => join(root, 'work', date),
    at(time: string) {
      now = Date.parse(time)
    },
    async call(name: string, args: object = {}): Promise<Answer> {
      const operation = operationNamed(name)
      if (!operation) throw new Error(`No operation ${name}.`)
      const outcome = await invoke(app, operation, args, { principal: 'local', by: 'test' })
      return outcome.ok ? outcome.result : outcome.failure
    },
    prepare(args: object = {}): Promise<Answer> {
      return this.call('diary_prepare', { date: '2026-05-12', ...args })
    },
  }
}
