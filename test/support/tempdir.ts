import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished, TestRunner } from 'vitest'

/**
 * A new empty DAYBOOK_HOME. Made in a test, it goes with the test; made in beforeAll or at the top of a file,
 * it goes with the run.
 */
export function tempHome(): string {
  const home = mkdtempSync(join(inject('tempRoot'), 'home-'))
  if (TestRunner.getCurrentTest()) onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}
