import type { Call } from '../../src/kernel/call.ts'
import type { Answer, TestStore } from '../support/engines.ts'

/** The required fields of a record. */
export const minimalRecord = { type: 'question', title: 'A title', summary: 'A summary.', body: 'A body.' }

/** Calls that prepare a test: each must succeed, and returns only what the next step needs. */
export function recordCalls({ call }: Pick<TestStore, 'call'>) {
  async function must(name: string, args: object = {}, by: Partial<Call> = {}): Promise<Answer> {
    const answer = await call(name, args, by)
    if (answer.error) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
    return answer
  }
  return {
    must,
    /** Creates a root record, in a new session unless one is given. */
    async createRoot(args: object = {}, by: Partial<Call> = {}): Promise<{ id: string; session: string }> {
      const { record, session_id } = await must('create_record', { ...minimalRecord, ...args }, by)
      return { id: record.id, session: session_id }
    },
    async createChild(parent_id: string, session_id: string, args: object = {}): Promise<string> {
      return (await must('create_record', { ...minimalRecord, parent_id, session_id, ...args })).record.id
    },
    /** Activates in a new session, unless one is given. */
    async activate(id: string, args: object = {}, by: Partial<Call> = {}): Promise<string> {
      return (await must('activate', { id, ...args }, by)).session_id
    },
    update: (id: string, session_id: string, args: object) => must('update_record', { id, session_id, ...args }),
    transition: (id: string, session_id: string, to_state: string, args: object = {}) =>
      must('transition', { id, session_id, to_state, ...args }),
    sync: (session_id: string, args: object = {}) => must('sync_session', { session_id, ...args }),
    save: (session_id: string, args: object = {}) => must('save_session', { session_id, ...args }),
    close: (session_id: string, args: object = {}) => must('close_session', { session_id, ...args }),
    /** Advances the project's tick by checkpoints, which change no record. */
    async advanceTick(session_id: string, count: number): Promise<void> {
      for (let n = 0; n < count; n++) await must('save_session', { session_id })
    },
  }
}

export const ids = (refs: Array<{ id: string }>): string[] => refs.map(ref => ref.id)

/** The code of an answer that must be a failure. */
export const codeOf = (answer: Answer): string => answer.error?.code ?? 'no error'
