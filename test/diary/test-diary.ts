import { join } from 'node:path'
import { onTestFinished, TestRunner } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { type Answer, storeIn } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import { type BuiltDay, buildWorkspace, treeOf } from './build-workspace.ts'

export interface TestDiary {
  app: App
  home: string
  /** The workspace calls without a date work in. */
  root: string
  call(name: string, args: unknown): Promise<Answer>
  /** The paths of the errors of a call that must be refused and must leave every file as it was. */
  refused(name: string, args: unknown): Promise<string[]>
}

/** A program with one prepared day. In a test it is closed when the test ends; elsewhere close its app. */
export async function openTestDiary(day: BuiltDay): Promise<TestDiary> {
  const home = tempHome()
  const root = buildWorkspace(join(home, 'diary', 'work', day.date ?? '2026-05-12'), day)
  const app = await openApp({
    location: await storeIn(home),
    diary: { root: join(home, 'diary'), cacheDir: join(home, 'cache'), workspace: root, lockTimeoutMs: 5000 },
    clock: () => Date.parse('2026-05-13T08:00:00Z'),
    log: line => console.error(line),
  })
  if (TestRunner.getCurrentTest()) onTestFinished(() => app.close())
  const call = async (name: string, args: unknown): Promise<Answer> => {
    const operation = operationNamed(name)
    if (!operation) throw new Error(`No operation ${name}.`)
    const outcome = await invoke(app, operation, args, { principal: 'local', by: 'test' })
    return outcome.ok ? outcome.result : outcome.failure
  }
  return {
    app,
    home,
    root,
    call,
    async refused(name, args) {
      const before = treeOf(join(home, 'diary'))
      const answer = await call(name, args)
      const after = treeOf(join(home, 'diary'))
      if (JSON.stringify(after) !== JSON.stringify(before)) throw new Error(`${name} was refused but changed a file.`)
      if (answer.status !== 'invalid') throw new Error(`${name} was accepted: ${JSON.stringify(answer)}`)
      for (const problem of answer.errors) {
        for (const text of Object.values(problem))
          if (!text) throw new Error(`Empty text in ${JSON.stringify(problem)}`)
      }
      return answer.errors.map((problem: { path?: string; field?: string }) => problem.path ?? problem.field)
    },
  }
}
