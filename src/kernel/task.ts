/** What is known of long work, in the words of no protocol. */
export interface TaskState {
  /** `failed` came to its end and says what is wrong; `interrupted` lost the process that worked on it. */
  status: 'working' | 'done' | 'failed' | 'interrupted' | 'cancelled'
  /** How far it is, in our own words. */
  message: string
  createdAt: string
  updatedAt: string
}

/**
 * Long work that a chat follows as a task. It is a job like any other: operations begin it, show it and end it, and
 * decide who may. The id finds it in every process.
 */
export interface TaskKind {
  /** The operation whose call goes on as a task. */
  begins: string
  /** The id of the work that a call began, from its result; undefined where it began none. */
  idOf(result: Record<string, unknown>): string | undefined
  /** The operation that tells how far it is; what it answers in the end is the result of the task. */
  shows: string
  /** The operation that ends it early. */
  cancels: string
  /** What both are called with; undefined for ids of other kinds. */
  argumentsOf(id: string): { shows: Record<string, unknown>; cancels: Record<string, unknown> } | undefined
  stateOf(shown: Record<string, unknown>): TaskState
}
