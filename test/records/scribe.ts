import type { Call } from '../../src/kernel/call.ts'
import type { Answer, Bench } from '../support/engines.ts'

/** What a record needs at least. */
export const words = { type: 'question', title: 'A title', summary: 'A summary.', body: 'A body.' }

/** Sets the scene of a test: every call here has to succeed, and answers only what the next step needs. */
export function scribe({ call }: Pick<Bench, 'call'>) {
  async function must(name: string, args: object = {}, by: Partial<Call> = {}): Promise<Answer> {
    const answer = await call(name, args, by)
    if (answer.error) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
    return answer
  }
  return {
    must,
    /** A root record in a session of its own, unless one is given. */
    async root(args: object = {}, by: Partial<Call> = {}): Promise<{ id: string; session: string }> {
      const { record, session_id } = await must('create_record', { ...words, ...args }, by)
      return { id: record.id, session: session_id }
    },
    async child(parent_id: string, session_id: string, args: object = {}): Promise<string> {
      return (await must('create_record', { ...words, parent_id, session_id, ...args })).record.id
    },
    /** Activates in a new session, unless one is given. */
    async load(id: string, args: object = {}, by: Partial<Call> = {}): Promise<string> {
      return (await must('activate', { id, ...args }, by)).session_id
    },
    update: (id: string, session_id: string, args: object) => must('update_record', { id, session_id, ...args }),
    move: (id: string, session_id: string, to_state: string, args: object = {}) =>
      must('transition', { id, session_id, to_state, ...args }),
    sync: (session_id: string, args: object = {}) => must('sync_session', { session_id, ...args }),
    save: (session_id: string, args: object = {}) => must('save_session', { session_id, ...args }),
    close: (session_id: string, args: object = {}) => must('close_session', { session_id, ...args }),
    /** Advances the project's clock by saves of a session, which change no record. */
    async idleWrites(session_id: string, count: number): Promise<void> {
      for (let n = 0; n < count; n++) await must('save_session', { session_id })
    },
  }
}

export const ids = (refs: Array<{ id: string }>): string[] => refs.map(ref => ref.id)

/** The code of an answer that must be a failure. */
export const codeOf = (answer: Answer): string => answer.error?.code ?? 'no error'
