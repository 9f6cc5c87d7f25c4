import { createConnection } from 'node:net'
import type { Examination } from './examine.ts'
import { type Finding, ok, warn } from './finding.ts'

/** Whether the server's port is free, used by this program, or by another. */
export async function checkPort({ settings, version }: Examination): Promise<Finding[]> {
  const { host, port } = settings.server
  const here = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const where = `port ${port} of ${here}`
  if (port === 0) return [ok('port', 'a free one is picked at each start')]
  if (!(await isAnswered(here, port))) return [ok('port', `${where} is free`)]
  const running = await daybookAt(here, port)
  if (running === undefined) {
    const todo = `Serve on another one: daybook serve --port ${port + 1}. \`daybook start\` does so by itself.`
    return [warn('port', `${where} is used by another program`, todo)]
  }
  if (running === version) return [ok('port', `${where}: Daybook ${running} is running`)]
  return [warn('port', `${where}: another version of Daybook is running`, 'Stop it and start it again.')]
}

function isAnswered(host: string, port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = createConnection({ host, port, timeout: 1000 })
    const finish = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
    socket.once('timeout', () => finish(false))
  })
}

/** The version of the Daybook that answers there, if one does. */
async function daybookAt(host: string, port: number): Promise<string | undefined> {
  try {
    const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
    const response = await fetch(`http://${name}:${port}/api/health`, { signal: AbortSignal.timeout(2000) })
    const answer: unknown = await response.json()
    const ours = typeof answer === 'object' && answer !== null && 'engine' in answer && 'version' in answer
    return ours ? String(answer.version).slice(0, 40) : undefined
  } catch {
    return undefined
  }
}
