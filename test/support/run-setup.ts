import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    tempRoot: string
  }
}

/** What one test run shares: a PostgreSQL server, and a folder that holds every temporary home. */
export default async function setUp(project: TestProject) {
  const tempRoot = mkdtempSync(join(tmpdir(), 'daybook-test-'))
  // An interrupted run skips its teardown.
  process.once('exit', () => rmSync(tempRoot, { recursive: true, force: true, maxRetries: 5 }))
  const postgres = await startPostgres()
  project.provide('tempRoot', tempRoot)
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
