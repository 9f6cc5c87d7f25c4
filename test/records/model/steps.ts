import { type Activation, activate } from './activation.ts'
import { close, handleOf, type Named, save } from './sessions.ts'
import { type Sync, sync } from './sync.ts'
import { type Answer, fault, type World } from './world.ts'
import { type Creation, create, type Transition, transition, type Update, update } from './writes.ts'

interface Keyed {
  key?: string
}

export type Step =
  | ({ op: 'activate' } & Activation)
  | ({ op: 'create_record' } & Creation & Keyed)
  | ({ op: 'update_record' } & Update & Keyed)
  | ({ op: 'transition' } & Transition & Keyed)
  | ({ op: 'sync_session' } & Sync)
  | ({ op: 'save_session' } & Named & Keyed)
  | ({ op: 'close_session' } & Named)

/** What the call looks like on the wire. */
export function callOf(step: Step): { name: string; args: { [name: string]: unknown } } {
  const { op, who, explicit, ...rest } = step
  const { key, title, ...fields } = { key: undefined, title: undefined, ...rest }
  const text = op === 'create_record' ? { type: 'note', title, summary: 'A summary.', body: title } : {}
  return {
    name: op,
    args: {
      ...fields,
      ...(op === 'update_record' && title !== undefined && { title }),
      ...text,
      ...(explicit ? { session_id: handleOf(who) } : { conversation_id: who }),
      ...(key !== undefined && { idempotency_key: key }),
    },
  }
}

/** Moves the model on and answers what the program must answer. */
export function predict(world: World, step: Step): Answer {
  const key = 'key' in step ? step.key : undefined
  if (key === undefined) return perform(world, step)
  const { idempotency_key: _, ...args } = callOf(step).args
  const call = JSON.stringify([step.op, Object.entries(args).sort()])
  const known = world.answers.get(key)
  // Shape and authorization come first: a record that does not exist is not the caller's.
  if (known)
    return known.call === call ? { ...known.answer, replayed: true } : (rejected(world, step) ?? fault('INVALID_INPUT'))
  const answer = perform(world, step)
  if (!answer.error && answer.applied !== false) world.answers.set(key, { call, answer })
  return answer
}

function perform(world: World, step: Step): Answer {
  switch (step.op) {
    case 'activate':
      return activate(world, step)
    case 'create_record':
      return create(world, step)
    case 'update_record':
      return update(world, step)
    case 'transition':
      return transition(world, step)
    case 'sync_session':
      return sync(world, step)
    case 'save_session':
      return save(world, step)
    case 'close_session':
      return close(world, step)
  }
}

/** What is refused before a key is looked at. */
function rejected(world: World, step: Step): Answer | undefined {
  const id = 'id' in step ? step.id : undefined
  const parent = step.op === 'create_record' ? step.parent_id : undefined
  const session = world.sessions.get(handleOf(step.who))
  if (id !== undefined && !world.records.has(id)) return fault('RECORD_NOT_FOUND', { field: 'id', id })
  if (parent !== undefined && !world.records.has(parent))
    return fault('RECORD_NOT_FOUND', { field: 'parent_id', id: parent })
  if (session) return undefined
  if (step.op === 'save_session' && !step.explicit) return fault('SESSION_NOT_FOUND')
  const early = step.op === 'save_session' || step.op === 'create_record'
  return step.explicit && early ? fault('SESSION_NOT_FOUND', { session_id: handleOf(step.who) }) : undefined
}

/** An answer without what the model does not predict: wording, diffs as text, order where none is promised. */
export function essence(step: Step, answer: Answer): Answer {
  if (answer.error) {
    const { code, details } = answer.error
    return { error: { code, ...(details && code !== 'INVALID_INPUT' && { details }) } }
  }
  const { notices, warnings, warning, unsaved_warning, ...rest } = answer
  const plain = {
    ...rest,
    ...(step.op === 'create_record' && { warnings: counted(warnings) }),
    ...(step.op === 'transition' && { noticed: 'noticed' in answer ? answer.noticed : notices.length > 0 }),
    ...(step.op === 'sync_session' && { warned: 'warned' in answer ? answer.warned : isWarned(answer) }),
    ...(unsaved_warning && { unsaved_warning: named(unsaved_warning) }),
  }
  if (step.op === 'activate') {
    plain.context = { ...rest.context, warnings: counted(rest.context.warnings ?? []) }
    plain.changes_since_last_load = rest.changes_since_last_load.map((gap: Answer) => ({
      ...gap,
      fields: [...gap.fields].sort(),
    }))
  }
  return JSON.parse(JSON.stringify(plain), (name, value) => {
    if (name === 'message') return undefined
    if (name === 'body_diff') return true
    return name === 'changes' ? value.map(withoutDepth) : value
  })
}

/** Whether a record sent by sync tells its depth is left open. */
function withoutDepth({ record, new_value, ...entry }: Answer): Answer {
  const cut = ({ depth: _, ...rest }: Answer) => rest
  return { ...entry, ...(record && { record: cut(record) }), ...(new_value && { new_value: cut(new_value) }) }
}

function counted(warnings: Answer): Answer {
  if (!Array.isArray(warnings)) return warnings
  const of = (type: string) => warnings.filter((each: Answer) => each.type === type)
  return {
    conflict: of('conflict').length,
    acknowledged: of('conflict').filter(each => each.details.acknowledged === true).length,
    stale: of('stale').length > 0,
    orphan: of('orphan').length > 0,
  }
}

function named(text: string | string[]): string[] {
  return typeof text === 'string' ? (text.match(/\bR\d{3,}\b/g) ?? []) : text
}

function isWarned({ warning, tick_gap }: Answer): boolean {
  if (warning === undefined) return false
  const writes = tick_gap === 1 ? '1 write' : `${tick_gap} writes`
  if (!warning.startsWith(`${writes} occurred since your last sync`)) throw new Error(`Warns: ${warning}`)
  return true
}
