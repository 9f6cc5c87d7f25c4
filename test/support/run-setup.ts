import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers a request with the URL of the run's PostgreSQL server, which the first request starts. */
    postgresStarter: string
    tempRoot: string
    /** The same on the disk; see tempHome(). */
    diskRoot: string
  }
}

/** Sets up what a test run shares: a folder for temporary homes, and a PostgreSQL server when a test asks for one. */
export default async function setUp(project: TestProject) {
  project.provide('tempRoot', makeRoot(tempFolder()))
  project.provide('diskRoot', makeRoot(tmpdir()))

  let postgres: Promise<PostgresServer> | undefined
  const starter = createServer(async (_, response) => {
    postgres ??= startPostgres()
    const answer = await postgres.then(
      ({ url }) => [200, url] as const,
      (error: Error) => [500, error.message] as const,
    )
    response.writeHead(answer[0]).end(answer[1])
  })
  starter.listen(0, '127.0.0.1')
  await once(starter, 'listening')
  project.provide('postgresStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`)
  return async () => {
    starter.closeAllConnections()
    starter.close()
    await (await postgres?.catch(() => undefined))?.stop()
  }
}

function makeRoot(folder: string): string {
  const root = mkdtempSync(join(folder, 'daybook-test-'))
  // An interrupted run skips its teardown.
  process.once('exit', () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  return root
}

/**
 * Files in memory where the system has room for them: the first tier makes thousands of small homes and would wait for the disk
 * a third of its time.
 */
function tempFolder(): string {
  const inMemory = '/dev/shm'
  if (process.env.TMPDIR || !existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize >= roomNeeded ? inMemory : tmpdir()
}

/** Several times what the homes of a whole run come to. */
const roomNeeded = 6 * 2 ** 30
