import type { Role } from './operation.ts'

/** The user a call acts for, and what its token is limited to. */
export interface Identity {
  principal: string
  /** Absent where nothing limits the principal. */
  scope?: TokenScope | undefined
}

/** Limits of a token, within what its principal may do. */
export interface TokenScope {
  /** Ids of the projects it may open; null for all. */
  projects: readonly string[] | null
  /** The highest role it acts with; null for the role of its principal. */
  role: Role | null
}

/** Who calls and from where. Made by an entry for one call, never stored. */
export interface Call extends Identity {
  /** The entry and, where it gave its name, the client program: `cli`, `http`, `mcp claude-code`. */
  by?: string | undefined
  /** A session named outside the arguments: request `_meta`, `--session`, DAYBOOK_SESSION. */
  session?: string | undefined
  /** The default project: `--project`, DAYBOOK_PROJECT or a header. */
  project?: string | undefined
  /** The caller's working folder, where known: a terminal, or a server that one chat started. */
  folder?: string | undefined
  /** Called with the counts of a long call as it goes on. */
  onProgress?: ((progress: CallProgress) => void) | undefined
  /** Called with each event of a long call. */
  onEvent?: ((event: CallEvent) => void) | undefined
  /** Aborted when the caller no longer wants the answer; long calls then end early and change nothing. */
  signal?: AbortSignal | undefined
  /** The caller follows the work as a task: answered as soon as any process can find it, not when it has ended. */
  asTask?: boolean | undefined
  /** The current sessions, in a process that serves one chat. */
  pointers?: SessionPointers | undefined
  /** By project, the session of such a process for tool runs that name none. */
  toolSessions?: Map<string, ToolSession> | undefined
}

export interface ToolSession {
  id: string
  /** Whether it is in the list of sessions. */
  isListed: boolean
}

export type CallEvent = { readonly type: string } & object

export interface CallProgress {
  phase: string
  files: number
  files_total: number
  bytes: number
  bytes_total: number
}

/** One current session per project, for a stdio server only: elsewhere many callers share a process. */
interface SessionPointers {
  current(projectId: string | undefined): { session: string; project: string } | undefined
  /** After an implicit call created or used the session. */
  use(projectId: string, sessionId: string): void
  /** After an explicit call succeeded; never replaces a pointer. */
  offer(projectId: string, sessionId: string): void
  /** After the call that created the session failed. */
  forget(projectId: string, sessionId: string): void
}

export function sessionPointers(): SessionPointers {
  // Insertion order is recency: the last entry was used last.
  const byProject = new Map<string, string>()
  return {
    current(projectId) {
      const project = projectId ?? [...byProject.keys()].at(-1)
      const session = project === undefined ? undefined : byProject.get(project)
      return project === undefined || session === undefined ? undefined : { session, project }
    },
    use(projectId, sessionId) {
      byProject.delete(projectId)
      byProject.set(projectId, sessionId)
    },
    offer(projectId, sessionId) {
      if (!byProject.has(projectId)) byProject.set(projectId, sessionId)
    },
    forget(projectId, sessionId) {
      if (byProject.get(projectId) === sessionId) byProject.delete(projectId)
    },
  }
}
