import { Fault, type FaultCode, type FaultExtra } from '../kernel/fault.ts'

/** Every refusal of the room by its name on the wire: what kind of fault it is, and the one sentence that says it. */
export const roomFaults = {
  invalid_request: ['INVALID_INPUT', 'The request does not fit. Correct the fields named in details.'],
  invalid_id: [
    'INVALID_INPUT',
    'This is not an id: letters, digits, "_" and "-", at most 80, a letter or digit first.',
  ],
  invalid_tool_policy: ['INVALID_INPUT', 'The tool policy does not fit. details says which part.'],
  invalid_response_schema: ['INVALID_INPUT', 'The response schema cannot be used. details says why.'],
  agent_required: ['INVALID_INPUT', 'No agent was named and there is not exactly one Chief. Name an agent.'],
  missing_issue_id: ['INVALID_INPUT', 'The issue is not named. Send issueId.'],
  evidence_required: ['INVALID_INPUT', 'A change of this weight needs verified evidence.'],
  self_award: ['INVALID_INPUT', 'You cannot verify an award to yourself.'],
  unknown_recipe: ['INVALID_INPUT', 'No recipe that can be started has this id. See GET /api/recipes.'],
  vault_throttled: ['TOO_MANY_TRIES', 'Too many wrong passphrases. Wait for details.retry_after_ms, then try again.'],
  key_elsewhere: [
    'REFUSED',
    'The stored key belongs to another address, or to none yet, and is not sent to this one. The owner names key and address together, or stores the key again for this address.',
  ],
  vault_locked: ['UNAUTHORIZED', 'The keys are locked. Unlock them with the passphrase first.'],
  not_an_attendee: ['FORBIDDEN', 'This agent does not take part in the conference. Invite it first.'],
  no_workspace: ['REFUSED', 'The project has no workspace yet. Bind a folder with daybook room init.'],
  turn_exists: ['REFUSED', 'A turn of this id exists already. Leave turnId out to have one made.'],
  turn_over: ['REFUSED', 'The turn has ended and stays as it is.'],
  agent_disabled: ['REFUSED', 'The agent is switched off. Enable it, or name another one.'],
  agent_exists: ['REFUSED', 'An agent of this id exists already. Choose another id.'],
  endpoint_incomplete: ['REFUSED', 'The endpoint of the agent lacks what details names. Complete it in the settings.'],
  registry_incomplete: ['REFUSED', 'The prompt registry does not cover every tool. See GET /api/prompts.'],
  chief_required: ['REFUSED', 'The room needs exactly one enabled Chief. details.count says how many there are.'],
  chief_locked: ['REFUSED', 'The Chief cannot be removed, muted or kicked.'],
  round_running: ['REFUSED', 'A round is running. Wait for it, or cancel it.'],
  round_server_driven: ['REFUSED', 'The round is driven by the server. Wait for it, or cancel it.'],
  round_state: ['REFUSED', 'The round is not in a state for that. details.state says where it is.'],
  conference_closed: ['REFUSED', 'The conference is closed. Open a new one.'],
  conference_tools_chief_only: ['REFUSED', 'In a conference only the Chief runs tools. Send skipTools.'],
  phase_order: ['REFUSED', 'This turn is out of order: the Chief gathers once, then each answers once.'],
  already_answered: ['REFUSED', 'The agent has answered in this round already.'],
  muted: ['REFUSED', 'The agent is muted. Unmute it first.'],
  issue_frozen: ['REFUSED', 'The issue is frozen for a while. A person may comment on it.'],
  no_receipts: ['REFUSED', 'Verified needs at least one linked receipt that is valid.'],
  prompt_exists: ['REFUSED', 'A prompt of this id exists already. Change it with PUT.'],
  job_running: ['REFUSED', 'The job is running already. Wait for it, or cancel it.'],
  run_state: ['REFUSED', 'The run is not in a state for that. details.status says where it is.'],
  memory_excluded: [
    'REFUSED',
    'The memory item is archived or expired. Ask for it with includeArchived or includeExpired.',
  ],
  store_corrupt: ['REFUSED', 'A file of the workspace cannot be read and is left alone. Mend or move details.file.'],
  workspace_exists: ['REFUSED', 'The project has a workspace already, or the folder belongs to another project.'],
  too_large: ['TOO_LARGE', 'What was sent is too long. details.limit says how long it may be.'],
  schema_invalid: ['UNPROCESSABLE', 'What was sent does not fit its schema. details lists every error.'],
  packet_invalid: ['UNPROCESSABLE', 'The task packet does not fit its schema. details lists every error.'],
  invalid_args: ['UNPROCESSABLE', 'The arguments do not fit the tool. details lists every error.'],
  tool_call_invalid_args: ['UNPROCESSABLE', 'The arguments do not fit the tool. details lists every error.'],
  bad_example: ['UNPROCESSABLE', 'The example is not one strict envelope with valid arguments.'],
  queue_full: ['QUEUE_FULL', 'Too many turns are waiting. Try again when some are done.'],
} as const satisfies { [code: string]: readonly [FaultCode, string] }

export type FixedFaultCode = keyof typeof roomFaults
export type RoomFaultCode = FixedFaultCode | 'not_found'

/** A refusal with its name on the wire. */
export class RoomFault extends Fault {
  constructor(
    readonly wire: string,
    code: FaultCode,
    message: string,
    extra: FaultExtra = {},
  ) {
    super(code, message, extra)
  }
}

/** What has an id, and which operation lists it. */
const lookedUp = {
  agent: 'See GET /api/agents/all for the agents of the room.',
  attendee: 'See GET /api/conferences/{id} for who takes part.',
  chat: 'See GET /api/chats for the chats there are.',
  conference: 'See GET /api/conferences for the conferences there are.',
  endpoint: 'See GET /api/agent-endpoints for the endpoints there are.',
  file: 'See GET /api/issues/{id} for the files of the issue.',
  issue: 'See GET /api/issues, or call search_issues.',
  'canon build': 'Start one with POST /api/canon/index.',
  key: 'See GET /api/settings/keys for the keys there are.',
  'memory item': 'See GET /api/memory for the items there are.',
  notification: 'See GET /api/notifications for those there are.',
  output: 'Use the hash in a receipt of this room.',
  prompt: 'See GET /api/prompts for the prompts there are.',
  receipt: 'Use a receipt_id that a tool run of this room answered with, or call room_receipts.',
  round: 'See GET /api/conferences/{id}/rounds for the rounds there are.',
  run: 'See GET /api/runs for the runs there are.',
  session: 'Use the session_id of an earlier answer, or leave it out.',
  slot: 'See GET /api/runs/{id} for the slots of the run.',
  task: 'Use the taskId that routing a task answered with.',
  tool: 'See GET /api/tools for the tools there are.',
  turn: 'Use a turnId that a chat or a round answered with.',
  version: 'See GET /api/memory/{id}/versions for the versions there are.',
} as const

export type LookedUp = keyof typeof lookedUp

/** Nothing has the id that was given; the message says what was looked for. */
export function notFound(what: LookedUp, details?: Record<string, unknown>): RoomFault {
  return new RoomFault('not_found', 'NOT_FOUND', `There is no ${what} of this id in the project.`, {
    ...(details && { details }),
    hint: lookedUp[what],
  })
}

export function roomFault(code: FixedFaultCode, details?: Record<string, unknown>): RoomFault {
  const [kind, message] = roomFaults[code]
  return new RoomFault(code, kind, message, details && { details })
}

/** For server instructions: what an agent should know before its first call. */
export const roomInstructions = [
  'Room keeps answers about a workspace of texts grounded.',
  'Its nine tools only read, and every run leaves a signed receipt.',
  'Cite receipt_id in exactly one Evidence line and try the reply with room_check_reply before you give it.',
].join(' ')

/** How a fault looks in this toolset: a code, a sentence, facts, and the next step. */
export function roomFailure(fault: Fault) {
  const { message, details, hint } = fault
  return { error: { code: wireCode(fault), message, ...(details && { details }), recovery_hint: hint } }
}

function wireCode(fault: Fault): string {
  if (fault instanceof RoomFault) return fault.wire
  const { code, details = {} } = fault
  return byReason[String(details.reason)] ?? byCode[code] ?? code.toLowerCase()
}

/** Faults of the other layers by their names here; the rest is called here as it is there, in lower case. */
const byCode: { readonly [code in FaultCode]?: string } = {
  INVALID_INPUT: 'invalid_request',
  PROJECT_NOT_FOUND: 'not_found',
  PROJECT_AMBIGUOUS: 'not_found',
  UNPROCESSABLE: 'schema_invalid',
  NOT_TEXT: 'file_not_text',
  REFUSED: 'conflict',
}

/** What a request is turned away for before any operation sees it. */
const byReason: { readonly [reason: string]: string } = {
  content_type: 'unsupported_media_type',
  body_size: 'too_large',
  method: 'method_not_allowed',
  unknown_operation: 'not_found',
  token_required: 'unauthorized',
  invalid_token: 'unauthorized',
}
