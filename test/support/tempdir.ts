import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, TestRunner } from 'vitest'

/**
 * Deep tests whose processes are killed at a time or write at once: what they find depends on how long the disk takes. Those whose
 * processes are killed at a step find the same in memory.
 */
const needsDisk = /\/test\/.*(?:crash|kill|processes|backup).*\.deep\.test\.ts$/
const killsAtSteps = /\/(?:prepare|generate|forget)-crash\.deep\.test\.ts$/

/**
 * Makes an empty DAYBOOK_HOME: in memory where there is room, on the disk for tests that need it. It is removed after the test, or
 * after the run when made outside a test.
 */
export function tempHome(): string {
  const path = expect.getState().testPath ?? ''
  const root = needsDisk.test(path) && !killsAtSteps.test(path) ? inject('diskRoot') : inject('tempRoot')
  const home = mkdtempSync(join(root, 'home-'))
  if (TestRunner.getCurrentTest()) onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}
