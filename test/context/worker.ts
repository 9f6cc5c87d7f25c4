// A process of its own on a store: reads one command per line and answers every call it makes with one line.
import { createInterface } from 'node:readline'
import { type App, openApp } from '../../src/app.ts'
import { callOn } from '../support/engines.ts'

export type Command =
  | { do: 'open'; location: string }
  /** Calls an operation with the texts `<prefix> 1`, `<prefix> 2`, … in one place of its arguments. */
  | { do: 'repeat'; name: string; args: object; at: readonly string[]; prefix: string; times: number; tell: boolean }

let app: App | undefined
process.stdout.write('ready\n')
for await (const line of createInterface(process.stdin)) say(await obey(JSON.parse(line)))
await app?.close()

async function obey(command: Command): Promise<object> {
  if (command.do === 'open') {
    app = await openApp({ location: command.location, log: line => process.stderr.write(`${line}\n`) })
    return { opened: true }
  }
  const errors: string[] = []
  for (let n = 1; n <= command.times; n++) {
    const text = `${command.prefix} ${n}`
    const answer = await callOn(opened(), command.name, placed(command.args, command.at, text))
    if (answer.isError) errors.push(answer.text)
    else if (command.tell) say({ acknowledged: text })
  }
  return { done: true, errors }
}

function placed(args: object, [key = '', ...deeper]: readonly string[], text: string): object {
  const inner = Object(Reflect.get(args, key))
  return { ...args, [key]: deeper.length === 0 ? text : placed(inner, deeper, text) }
}

function opened(): App {
  if (!app) throw new Error('Open a store first.')
  return app
}

function say(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
