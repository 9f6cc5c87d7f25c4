// A separate process on a store: reads one command per line, answers each with one line, and kills itself on command.
import { setTimeout as sleep } from 'node:timers/promises'
import { type App, openApp } from '../../src/app.ts'
import type { Db, Tx } from '../../src/db/db.ts'
import { invoke } from '../../src/invoke.ts'
import { activate } from '../../src/records/operations/activate.ts'
import { createRecord } from '../../src/records/operations/create-record.ts'
import { getRecordRef } from '../../src/records/operations/history.ts'
import { saveSession } from '../../src/records/operations/sessions.ts'
import { importRecords } from '../../src/records/operations/transfer.ts'
import { transition } from '../../src/records/operations/transition.ts'
import { updateRecord } from '../../src/records/operations/update-record.ts'
import type { Answer } from '../support/engines.ts'
import { say, takeCommands } from './commands.ts'

export type Command =
  | { do: 'open'; location: string }
  | { do: 'close' }
  | { do: 'call'; name: string; args: object }
  /** A mix of creates, updates, transitions and saves under a root of its own; tells each answer if asked to. */
  | { do: 'write'; root: string; session: string; writes: number; seed: number; tell: boolean }
  /** Activates and updates one record again and again. */
  | { do: 'contend'; id: string; attempts: number }
  /** Kills itself before the nth statement of the next writing transaction, or between its commit and its answer. */
  | { do: 'die'; before: number | 'answer' }
  | { do: 'lock'; ms: number }

/** Only these are loaded, since a process that is soon killed should start quickly. */
const operations = [activate, createRecord, updateRecord, transition, saveSession, importRecords, getRecordRef]

let app: App | undefined
void takeCommands<Command>(async command => {
  try {
    await say(await obey(command))
  } catch (error) {
    await say({ failed: error instanceof Error ? error.message : String(error), ref: Object(error).details?.ref })
  }
}).then(() => app?.close())

async function obey(command: Command): Promise<object> {
  switch (command.do) {
    case 'open':
      app = await openApp({ location: command.location, log: line => process.stderr.write(`${line}\n`) })
      return { opened: true }
    case 'close':
      await opened().close()
      app = undefined
      return { closed: true }
    case 'call':
      return call(command.name, command.args)
    case 'write':
      return write(command)
    case 'contend':
      return contend(command)
    case 'die':
      app = { ...opened(), db: deadly(opened().db, command.before) }
      return { mortal: true }
    case 'lock':
      await opened().db.write(async () => {
        await say({ locked: true })
        await sleep(command.ms)
      })
      return { unlocked: true }
  }
}

/** Half creates, three tenths updates, a tenth transitions, a tenth saves. */
async function write({ root, session, writes, seed, tell }: Extract<Command, { do: 'write' }>) {
  const random = numbers(seed)
  const own = { session_id: session }
  const mine: Array<{ id: string; state: string }> = [{ id: root, state: 'OPEN' }]
  const acknowledged: Acknowledged[] = []
  const errors: unknown[] = []
  for (let n = 0; n < writes; n++) {
    const pick = mine[Math.floor(random() * mine.length)] ?? { id: root, state: 'OPEN' }
    const kind = n % 10
    const text = `${root} ${n} ${'word '.repeat(Math.floor(random() * 60))}`
    const [name, args]: [string, object] =
      kind < 5
        ? ['create_record', { parent_id: root, type: 'note', title: `Note ${n}`, summary: 'S', body: text, ...own }]
        : kind < 8
          ? ['update_record', { id: pick.id, body: text, ...own }]
          : kind < 9
            ? ['transition', { id: pick.id, to_state: pick.state === 'OPEN' ? 'LATER' : 'OPEN', reason: text, ...own }]
            : ['save_session', { summary: text, ...own }]
    const answer = await call(name, args)
    if (answer.error || answer.applied === false) {
      errors.push(answer.error ?? answer.conflict)
      if (tell) await say({ refused: answer.error?.code ?? 'conflict', ref: answer.error?.details?.ref })
      await sleep(10)
      continue
    }
    if (name === 'create_record') mine.push({ id: answer.record.id, state: 'OPEN' })
    if (name === 'transition') pick.state = answer.record.state
    const ack: Acknowledged = { tick: answer.tick, id: answer.record?.id, version: answer.record?.version, text }
    acknowledged.push(ack)
    if (tell) await say({ ack })
  }
  return { acknowledged: tell ? acknowledged.length : acknowledged, errors }
}

export interface Acknowledged {
  tick: number
  id?: string
  version?: number
  text: string
}

async function contend({ id, attempts }: Extract<Command, { do: 'contend' }>) {
  const counts = { applied: 0, conflicts: 0, errors: 0 }
  let session_id: string | undefined
  for (let n = 0; n < attempts; n++) {
    const loaded = await call('activate', { id, ...(session_id && { session_id }) })
    session_id = loaded.session_id
    const answer = await call('update_record', { id, body: `${process.pid} ${n}`, session_id })
    if (answer.error) counts.errors++
    else if (answer.applied) counts.applied++
    else counts.conflicts++
  }
  return counts
}

async function call(name: string, args: object): Promise<Answer> {
  const operation = operations.find(each => each.name === name)
  if (!operation) throw new Error(`No operation ${name}.`)
  const outcome = await invoke(opened(), operation, args, { principal: 'local' })
  return outcome.ok ? outcome.result : outcome.failure
}

function deadly(db: Db, before: number | 'answer'): Db {
  let statements = 0
  const count = () => {
    if (++statements === before) process.kill(process.pid, 'SIGKILL')
  }
  const counting = (tx: Tx): Tx => ({
    engine: tx.engine,
    all(statement, args) {
      count()
      return tx.all(statement, args)
    },
    first(statement, args) {
      count()
      return tx.first(statement, args)
    },
    run(statement, args) {
      count()
      return tx.run(statement, args)
    },
    send(statement, args) {
      count()
      return tx.send(statement, args)
    },
    raw(text, args) {
      count()
      return tx.raw(text, args)
    },
    announce: () => tx.announce(),
  })
  const mortal =
    (transact: Db['write']): Db['write'] =>
    async work => {
      const result = await transact(async tx => {
        const done = await work(counting(tx))
        count()
        return done
      })
      if (before === 'answer') process.kill(process.pid, 'SIGKILL')
      return result
    }
  return { ...db, write: mortal(db.write), note: mortal(db.note), snapshot: mortal(db.snapshot) }
}

function opened(): App {
  if (!app) throw new Error('No store is open.')
  return app
}

/** The same numbers for the same seed. */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
