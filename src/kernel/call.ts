import type { Role } from './operation.ts'

/** Whom a call acts for, and how far the token that it showed may go. */
export interface Identity {
  principal: string
  /** Left out where the token, or the person at the machine, may do all that the principal may. */
  scope?: TokenScope | undefined
}

/** What a token is limited to, whatever its principal may do. */
export interface TokenScope {
  /** The ids of the only projects it opens; null for all. */
  projects: readonly string[] | null
  /** The highest role it acts with; null for whatever its principal has. */
  role: Role | null
}

/** Who calls and from where; made by a face, handed to the door, never stored. */
export interface Call extends Identity {
  /** The face the call came through and, where it said so, the client program. */
  by?: string | undefined
  /** A session named outside the arguments: request `_meta`, `--session`, DAYBOOK_SESSION. */
  session?: string | undefined
  /** The project this process was pinned to with `--project` or DAYBOOK_PROJECT. */
  project?: string | undefined
  /** The folder the caller is in, where the face knows: a terminal, or a server that one chat started. */
  folder?: string | undefined
  /** Told how far a long call is, in counts only, where the face passes that on. */
  progress?: ((progress: CallProgress) => void) | undefined
  /** Told each thing that happens during a long call, where the face passes that on. */
  tell?: ((event: ToldEvent) => void) | undefined
  /** Fires when the caller does not want the answer any more; long calls end early, leaving everything as it was. */
  signal?: AbortSignal | undefined
  /** The current sessions of a process that serves one chat; other faces have none. */
  pointers?: SessionPointers | undefined
  /** By project, the session that tool runs of such a process are added to when they name none. */
  toolSessions?: Map<string, ToolSession> | undefined
}

export interface ToolSession {
  id: string
  /** Whether it is in the list of sessions. */
  isEntered: boolean
}

export type ToldEvent = { readonly type: string } & object

export interface CallProgress {
  phase: string
  files: number
  files_total: number
  bytes: number
  bytes_total: number
}

/** One current session per project, for a stdio server only: a transport is never an identity. */
export interface SessionPointers {
  current(projectId: string | undefined): { session: string; project: string } | undefined
  /** After an implicit call created or used the session. */
  use(projectId: string, sessionId: string): void
  /** After an explicit call succeeded; never replaces a pointer. */
  offer(projectId: string, sessionId: string): void
  /** After the call that created the session failed to be kept. */
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
