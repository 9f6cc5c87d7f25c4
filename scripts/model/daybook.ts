import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The built program, serving. */
export interface Daybook {
  /** The answer to a request; one that is refused ends the run. */
  ask(method: string, path: string, body?: object): Promise<Answer>
  /** The same with progress events; returns the last event. */
  watch(path: string, body: object, onEvent: (event: Answer) => void): Promise<Answer>
  close(): Promise<void>
}

/** Whatever an address answers; the checks of the run say what it must be. */
// biome-ignore lint/suspicious/noExplicitAny: answers are only compared, and a wrong shape fails the comparison
export type Answer = any

const program = fileURLToPath(new URL('../../bin/daybook.js', import.meta.url))

export async function startDaybook(home: string): Promise<Daybook> {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0'], {
    env: { ...process.env, DAYBOOK_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line = ''] = await once(createInterface(child.stdout), 'line')
  const url = /http:\/\/\S+/.exec(String(line))?.[0]
  if (!url) throw new Error('Daybook did not say where it listens.')

  async function send(method: string, path: string, body?: object, accept = 'application/json'): Promise<Response> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { accept, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
    return response
  }

  return {
    ask: async (method, path, body) => (await send(method, path, body)).json(),
    async watch(path, body, onEvent) {
      const response = await send('POST', path, body, 'text/event-stream')
      let text = ''
      let last: Answer
      for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += piece
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const type = /^event: (.+)$/m.exec(block)?.[1]
          const data = /^data: (.+)$/m.exec(block)?.[1]
          if (type === undefined || data === undefined) continue
          last = { ...JSON.parse(data), event: type }
          onEvent(last)
        }
      }
      return last
    },
    async close() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
