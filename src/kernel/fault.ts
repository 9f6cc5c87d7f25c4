/**
 * Every way a call can fail, in one closed table. `hint` is how the recovery hint starts; a throw site may say
 * more. Translators read `http` and `exit`; nothing else in the program decides what a code means.
 */
export const faultTable = {
  RECORD_NOT_FOUND: { http: 404, exit: 3, hint: 'Check ID spelling, or find the record with search_records.' },
  NOT_ACTIVATED: { http: 409, exit: 5, hint: 'Call activate() first and pass the session_id it returns.' },
  INVALID_TRANSITION: { http: 409, exit: 5, hint: 'Check valid transitions in details.allowed.' },
  PARENT_NOT_ACTIVATED: { http: 409, exit: 5, hint: 'Activate parent first and pass the session_id it returns.' },
  CONFLICT: { http: 409, exit: 5, hint: 'Sync and resolve: show details.current to the user, then use force.' },
  SESSION_NOT_FOUND: {
    http: 404,
    exit: 3,
    hint: 'Start new session: call activate() and pass the session_id it returns.',
  },
  DEPTH_EXCEEDED: { http: 422, exit: 5, hint: 'Consider flattening: create the record higher in the tree.' },
  INVALID_INPUT: { http: 400, exit: 2, hint: 'Correct the fields named in details and call again.' },
  PROJECT_NOT_FOUND: { http: 404, exit: 3, hint: 'Call list_projects and use an id from it.' },
  PROJECT_EXISTS: { http: 409, exit: 5, hint: 'Choose another id, or leave it out to have one made.' },
  VERSION_NOT_FOUND: { http: 404, exit: 3, hint: 'Use a version within details.first and details.last.' },
  SESSION_PROJECT_MISMATCH: {
    http: 409,
    exit: 5,
    hint: 'Activate without session_id to start a session in that project.',
  },
  PROJECT_AMBIGUOUS: { http: 409, exit: 5, hint: 'Use one of the ids in details.candidates.' },
  PROJECT_IN_USE: { http: 409, exit: 5, hint: 'Close the sessions in details.sessions, or call again with force.' },
  SUMMARY_REQUIRED: { http: 400, exit: 2, hint: 'Send a summary that is not blank.' },
  NO_FIELDS: { http: 400, exit: 2, hint: 'Send at least one of the fields in details.fields.' },
  TEMPLATE_NOT_FOUND: { http: 404, exit: 3, hint: 'Call prompt_list and use a key from it.' },
  INSTRUCTION_AMBIGUOUS: { http: 409, exit: 5, hint: 'Use one of the keys in details.candidates.' },
  PATH_MISSING: { http: 409, exit: 5, hint: 'Correct projectPath with project_update, or set it to "".' },
  PROMPT_FILE_INVALID: { http: 422, exit: 5, hint: 'Mend the file named in details, or move it away.' },
  BUDGET_TOO_SMALL: { http: 422, exit: 5, hint: 'Raise maxTokens above details.estimate, or shorten what is stored.' },
  KEY_UNSAFE: { http: 409, exit: 5, hint: 'Run daybook room keys fix, then call again.' },
  AUDIT_TAMPERED: { http: 409, exit: 5, hint: 'Run daybook room verify and look at details.problems.' },
  UNAUTHORIZED: { http: 401, exit: 4, hint: 'Unlock or sign in first, then call again.' },
  NOT_FOUND: { http: 404, exit: 3, hint: 'Check the id, or list what there is.' },
  REFUSED: { http: 409, exit: 5, hint: 'Do what the message says, then call again.' },
  TOO_LARGE: { http: 413, exit: 2, hint: 'Send less in one call.' },
  NOT_TEXT: { http: 415, exit: 5, hint: 'Save the file as UTF-8 text.' },
  UNPROCESSABLE: { http: 422, exit: 5, hint: 'Correct what details lists and call again.' },
  QUEUE_FULL: { http: 429, exit: 6, hint: 'Wait until some turns are done, then call again.' },
  TOO_MANY_TRIES: { http: 429, exit: 6, hint: 'Wait for details.retry_after_ms, then call again.' },
  FORBIDDEN: { http: 403, exit: 4, hint: 'Ask an admin of the project for the role in details.needed.' },
  BUSY: { http: 503, exit: 6, hint: 'Retry; nothing was written.' },
  INTERNAL: { http: 500, exit: 1, hint: 'Report the reference in details.ref.' },
} as const

export type FaultCode = keyof typeof faultTable

export interface FaultExtra {
  /** Facts for the caller; the only place for text of the caller. */
  details?: Record<string, unknown>
  hint?: string
  cause?: unknown
}

export class Fault extends Error {
  override readonly name = 'Fault'
  readonly details: Record<string, unknown> | undefined
  readonly hint: string

  constructor(
    readonly code: FaultCode,
    message: string,
    extra: FaultExtra = {},
  ) {
    super(message, { cause: extra.cause })
    this.details = extra.details
    this.hint = extra.hint ?? faultTable[code].hint
  }
}

/** What was thrown, in words. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
