import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { roots } from './daybook.ts'
import type { Home } from './home.ts'

type Answer = { [key: string]: unknown }

/** A Daybook inside this process, a day after the sessions of a home. */
export interface OpenDiary {
  root: string
  /** Calls an operation through the one door; one that is refused ends the run. */
  call(name: string, args: object): Promise<Answer>
  close(): Promise<void>
}

export async function openDiary(home: Pick<Home, 'folder' | 'claude' | 'codex'>, now: number): Promise<OpenDiary> {
  const { folder, claude, codex } = home
  const root = join(folder, 'diary')
  const app = await openApp({
    location: join(folder, 'daybook.db'),
    diary: {
      root,
      cacheDir: join(root, 'cache'),
      archive: { enabled: false, dir: join(folder, 'archive'), keepDays: null },
      timezone: 'UTC',
      environment: { env: roots(claude, codex), home: folder, platform: process.platform },
    },
    clock: () => now,
  })
  return {
    root,
    async call(name, args) {
      const operation = operationNamed(name)
      if (!operation) throw new Error(`No operation ${name}.`)
      const outcome = await invoke(app, operation, args, { principal: 'local', by: 'bench' })
      const answer: Answer = outcome.ok ? outcome.result : outcome.failure
      if (answer.status === 'invalid') throw new Error(`${name} was refused: ${JSON.stringify(answer)}`)
      return answer
    },
    close: () => app.close(),
  }
}
