import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface TeamServer {
  port: number
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('../../bin/daybook.js', import.meta.url))

/** Starts `daybook serve` as a team does: every request needs a token. */
export async function startTeamServer(home: string, database: string, token: string): Promise<TeamServer> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(DAYBOOK_|NODE_OPTIONS$)/.test(name))
  const own = { DAYBOOK_HOME: home, DAYBOOK_DB: database, DAYBOOK_TOKEN: token, NODE_ENV: 'production' }
  const child = spawn(process.execPath, [program, 'serve', '--port', '0'], {
    env: { ...Object.fromEntries(inherited), ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => [])])
  const port = /:(\d+)$/.exec(String(line))?.[1]
  if (port === undefined) throw new Error('daybook serve did not come up.')
  return {
    port: Number(port),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
