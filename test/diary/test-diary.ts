import { cpSync, mkdtempSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inject, onTestFinished, TestRunner } from 'vitest'
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
  return closedAfterTest(await buildDiary(tempHome(), day))
}

/** The same with a copy of a home that the first call with this key makes: copying is much quicker than writing a day. */
export async function openCopiedDiary(key: string, make: (home: string) => Promise<TestDiary>): Promise<TestDiary> {
  const made = homes.get(key) ?? makeHome(make)
  homes.set(key, made)
  const { home: from, date } = await made
  const home = tempHome()
  cpSync(from, home, { recursive: true, preserveTimestamps: true })
  return closedAfterTest(await openDiary(home, date))
}

const homes = new Map<string, ReturnType<typeof makeHome>>()

async function makeHome(make: (home: string) => Promise<TestDiary>) {
  const home = mkdtempSync(join(inject('tempRoot'), 'diary-'))
  const { app, root } = await make(home)
  await app.close()
  return { home, date: basename(root) }
}

function closedAfterTest(testDiary: TestDiary): TestDiary {
  if (TestRunner.getCurrentTest()) onTestFinished(() => testDiary.app.close())
  return testDiary
}

/** The same in a home of the caller, who closes the app. */
export async function buildDiary(home: string, day: BuiltDay): Promise<TestDiary> {
  const date = day.date ?? '2026-05-12'
  buildWorkspace(join(home, 'diary', 'work', date), day)
  return openDiary(home, date)
}

async function openDiary(home: string, date: string): Promise<TestDiary> {
  const root = join(home, 'diary', 'work', date)
  const app = await openApp({
    location: await storeIn(home),
    diary: { root: join(home, 'diary'), cacheDir: join(home, 'cache'), workspace: root, lockTimeoutMs: 5000 },
    clock: () => Date.parse('2026-05-13T08:00:00Z'),
    log: line => console.error(line),
  })
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
