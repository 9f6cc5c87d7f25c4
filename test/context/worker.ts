// A process of its own on a store: reads one command per line and answers every call it makes with one line.
import { type App, openApp } from '../../src/app.ts'
import { projectUpdate } from '../../src/context/operations/project-fields.ts'
import { contextSummarize } from '../../src/context/operations/summaries.ts'
import { invoke } from '../../src/invoke.ts'
import { say, takeCommands } from '../crash/commands.ts'

export type Command =
  | { do: 'open'; location: string }
  /** Calls an operation with the texts `<prefix> 1`, `<prefix> 2`, … in one place of its arguments. */
  | { do: 'repeat'; name: string; args: object; at: readonly string[]; prefix: string; times: number; tell: boolean }

let app: App | undefined
void takeCommands<Command>(async command => say(await obey(command))).then(() => app?.close())

async function obey(command: Command): Promise<object> {
  if (command.do === 'open') {
    await app?.close()
    app = await openApp({ location: command.location, log: line => process.stderr.write(`${line}\n`) })
    return { opened: true }
  }
  const errors: string[] = []
  for (let n = 1; n <= command.times; n++) {
    const text = `${command.prefix} ${n}`
    const failure = await failureOf(command.name, placed(command.args, command.at, text))
    if (failure) errors.push(JSON.stringify(failure))
    else if (command.tell) await say({ acknowledged: text })
  }
  return { done: true, errors }
}

async function failureOf(name: string, args: object): Promise<object | undefined> {
  const operation = [projectUpdate, contextSummarize].find(each => each.name === name)
  if (!operation) throw new Error(`No operation ${name}.`)
  const outcome = await invoke(opened(), operation, args, { principal: 'local' })
  return outcome.ok ? undefined : outcome.failure
}

function placed(args: object, [key = '', ...deeper]: readonly string[], text: string): object {
  const inner = Object(Reflect.get(args, key))
  return { ...args, [key]: deeper.length === 0 ? text : placed(inner, deeper, text) }
}

function opened(): App {
  if (!app) throw new Error('Open a store first.')
  return app
}
