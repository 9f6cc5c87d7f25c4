import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

export interface PostgresServer {
  /** The superuser's URL. */
  url: string
  /** Stops the server and removes its folder. */
  stop(): Promise<void>
}

export interface PostgresDatabase {
  url: string
  drop(): Promise<void>
}

export interface PostgresOptions {
  /** Keeps fsync and its kin on, for crash tests. */
  durable?: boolean
  /** Starts the server again, on its data and port, whenever it dies. */
  revive?: boolean
  /** The machine's own binaries or those of the npm package; by default the first of the two that is there. */
  source?: 'system' | 'embedded'
  /** A file for the server's log. */
  log?: string
}

/** Starts a real PostgreSQL server on a loopback port. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  // In its own process group, so that Ctrl-C reaches it only as the end of its stdin.
  const keeper = spawn(process.execPath, [keeperPath, JSON.stringify(options)], { detached: true })
  const exit = once(keeper, 'exit')
  let complaint = ''
  keeper.stderr.setEncoding('utf8').on('data', text => {
    complaint += text
  })

  const [line] = await Promise.race([once(createInterface(keeper.stdout), 'line'), exit.then(() => [])])
  if (typeof line !== 'string') throw new Error(`PostgreSQL could not be started. ${complaint.trim()}`)
  const { url }: { url: string } = JSON.parse(line)
  return {
    url,
    async stop() {
      keeper.stdin.end()
      await exit
    },
  }
}

/** Creates a database on the run's server, or on `serverUrl` outside vitest: empty, or a copy of `template`. */
export async function createPostgresDatabase(serverUrl?: string, template?: string): Promise<PostgresDatabase> {
  const server = serverUrl ?? (await testPostgresUrl())
  const name = `daybook_${randomBytes(6).toString('hex')}`
  await command(server, `create database ${name}${template ? ` template ${template}` : ''}`)

  const url = new URL(server)
  url.pathname = name
  return { url: url.href, drop: () => command(server, `drop database if exists ${name} with (force)`) }
}

/** The URL of the server that all files of a test run share; the first request starts it. */
export async function testPostgresUrl(): Promise<string> {
  // Imported here because vitest cannot be loaded by the benchmarks, which start a server themselves.
  const { inject } = await import('vitest')
  const answer = await fetch(inject('postgresStarter'))
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}

const keeperPath = fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url))

async function command(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
