import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished, TestRunner } from 'vitest'

/** Makes an empty DAYBOOK_HOME. It is removed after the test, or after the run when made outside a test. */
export function tempHome(): string {
  const home = mkdtempSync(join(inject('tempRoot'), 'home-'))
  if (TestRunner.getCurrentTest()) onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}
