import { z } from 'zod'
import { text } from '../kernel/text.ts'

/** Nouns of the room as they travel; the page reads them with these too. */

export const FileClass = z.enum(['outline', 'scene', 'compendium', 'canon', 'other'])

export const TreeFile = z.object({
  path: z.string(),
  name: z.string(),
  class: FileClass,
  category: z.string().optional(),
  title: z.string(),
  size_bytes: z.int(),
  modified: z.string(),
  lines: z.int(),
  origin: z.enum(['physical', 'virtual']),
  readonly: z.boolean(),
})

export const Tree = z.object({
  root: z.string(),
  files: z.array(TreeFile),
  folders: z.array(z.string()),
  outline_path: z.string().nullable(),
  truncated: z.boolean(),
  warnings: z.array(z.object({ path: z.string(), reason: z.string() })),
})
export type Tree = z.infer<typeof Tree>

export const OpenedFile = z.object({
  path: z.string(),
  resolved: z.enum(['exact', 'case', 'basename']),
  content: z.string(),
  sha256: z.string(),
  total_lines: z.int(),
  size_bytes: z.int(),
  class: FileClass,
  origin: z.enum(['physical', 'virtual']),
  readonly: z.boolean(),
})
export type OpenedFile = z.infer<typeof OpenedFile>

export const SavedFile = z.object({
  path: z.string(),
  sha256: z.string(),
  size_bytes: z.int(),
  total_lines: z.int(),
  created: z.boolean(),
})

export const FoundLines = z.object({
  hits: z.array(
    z.object({
      path: z.string(),
      line: z.int(),
      /** The beginning of the line, at most 200 bytes. */
      text: z.string(),
      /** Of the first occurrence, in code points from 1. */
      column: z.int(),
    }),
  ),
  /** Lines that match, listed or not. */
  total: z.int(),
  truncated: z.boolean(),
})

export const OutlineScene = z.object({
  /** Its place in the outline, from 1. */
  number: z.int(),
  declared_number: z.exactOptional(z.int()),
  title: z.string(),
  pov: z.exactOptional(z.string()),
  start_line: z.int(),
  end_line: z.int(),
  summary: z.string(),
  /** The heading line without its terminator. */
  raw_heading: z.string(),
  /** Everything up to the next heading, byte for byte. */
  raw_body: z.string(),
})

export const Outline = z.object({
  path: z.string(),
  title: z.string(),
  scenes: z.array(OutlineScene),
  other_candidates: z.array(z.string()),
})

/** Tags of issues and memory items, as people and agents give them. */
export const Tags = z.array(text({ max: 80, oneLine: true })).max(20)

const AuditProblem = z.object({ code: z.string(), seq: z.int().optional(), file: z.string().optional() })
export type AuditProblem = z.infer<typeof AuditProblem>
export const AuditStatus = z.enum(['ok', 'tampered', 'unverifiable'])

export const SessionVerification = z.object({
  status: AuditStatus,
  count: z.int(),
  head: z.string(),
  problems: z.array(AuditProblem),
})
export type SessionVerification = z.infer<typeof SessionVerification>

export const AuditReport = z.object({
  status: AuditStatus,
  keys: z.array(AuditProblem),
  sessions: z.array(SessionVerification.extend({ sessionId: z.string() })),
  issues: z.array(z.object({ issueId: z.int(), status: AuditStatus, problems: z.array(AuditProblem) })),
})
export type AuditReport = z.infer<typeof AuditReport>

export const IssueEntry = z.object({
  kind: z.string(),
  packetId: z.string(),
  timestamp: z.string(),
  filename: z.string(),
  sha256: z.string(),
})

/** A receipt as its log has it. */
export const Receipt = z.looseObject({ receipt_id: z.string(), session_id: z.string(), tool_id: z.string() })

/** What a direct run of a tool answers: of a long output its beginning, with what the whole is. */
export const ToolRun = z.object({
  session_id: z.string(),
  receipt_id: z.string(),
  tool: z.string(),
  ok: z.boolean(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  output: z.string(),
  truncated: z.boolean(),
  full_size: z.int(),
  sha256: z.string(),
})
export type ToolRun = z.infer<typeof ToolRun>

export const EvidenceSpan = z.object({
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  start_byte: z.int(),
  end_byte: z.int(),
  sha256: z.string(),
  quote: z.string(),
  match: z.enum(['exact', 'normalized']),
})

export const Verdict = z.object({
  status: z.enum(['accepted', 'rejected', 'abstained', 'stopped']),
  reason: z.string().optional(),
  detail: z.string().optional(),
  kind: z.enum(['content', 'structural', 'absence', 'access', 'issue']).optional(),
  evidence: z.looseObject({ raw: z.string() }).optional(),
  spans: z.array(EvidenceSpan),
  receipts: z.array(z.string()),
  warnings: z.array(z.string()),
  unverified: z
    .array(z.string())
    .describe(
      'Why an accepted reply is not verified: no rule could decide whether its evidence supports what it states',
    )
    .optional(),
})
export type Verdict = z.infer<typeof Verdict>

export const TurnBudget = z.object({
  steps_used: z.int(),
  steps_max: z.int(),
  bytes_used: z.int(),
  bytes_max: z.int(),
  chars_used: z.int(),
  source: z.enum(['tier', 'fallback', 'conference-floor']),
})

export const StopHook = z.object({
  type: z.string(),
  code: z.string().nullable(),
  detail: z.string().optional(),
  details: z.array(z.string()).optional(),
})

export const TurnKind = z.enum(['tools', 'tools+json', 'json', 'raw', 'phase1', 'phase2', 'step'])
export const TurnEnd = z.enum(['accepted', 'abstained', 'rejected', 'stopped', 'error', 'cancelled', 'skipped'])
export const TurnState = z.enum(['queued', 'running', ...TurnEnd.options])

const Grounding = z.object({
  status: z.enum(['verified', 'unverified', 'rejected', 'abstained', 'none']),
  reasons: z.array(z.string()).describe('Why it is unverified').optional(),
  verdict: Verdict.optional(),
})

/** What a turn answers with, on every transport. */
export const ChatAnswer = z.object({
  role: z.literal('assistant'),
  content: z.string(),
  sessionId: z.string(),
  turnId: z.string(),
  agentId: z.string(),
  kind: TurnKind,
  state: TurnState,
  grounding: Grounding,
  receipts: z.array(z.string()),
  budget: TurnBudget.optional(),
  stopHook: StopHook.optional(),
  roundId: z.string().optional(),
  roundState: z.string().describe('Of a round the caller drives, after this turn').optional(),
  memoryId: z.string().optional(),
  repLevel: z.int().optional(),
  escalated: z.boolean().optional(),
  queue: z.object({ waitedMs: z.int() }),
})
export type ChatAnswer = z.infer<typeof ChatAnswer>

export const ChatHead = z.object({
  id: z.string(),
  agentId: z.string(),
  title: z.string(),
  turns: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** One exchange of a chat; `rejectedText` is shown as what it is and never as an answer. */
export const ChatExchange = ChatAnswer.omit({ role: true, sessionId: true }).extend({
  message: z.string(),
  rejectedText: z.string().optional(),
  calls: z.array(z.object({ toolId: z.string(), receiptId: z.string(), ok: z.boolean() })),
  accessRequests: z.array(z.string()),
  retries: z.array(z.string()),
  askedAt: z.string(),
  endedAt: z.string().nullable(),
})

export const ChatView = ChatHead.omit({ turns: true }).extend({ turns: z.array(ChatExchange) })
export type ChatView = z.infer<typeof ChatView>

/** Bytes that must arrive as they are, for answers that are JSON. */
export const Bytes = z.object({ base64: z.string(), bytes: z.int(), sha256: z.string() })

export const WorkspaceView = z.looseObject({
  projectId: z.string(),
  displayName: z.string(),
  description: z.string(),
  icon: z.string(),
  accentColor: z.string(),
  roots: z.array(z.string()),
  extraRoots: z.array(z.string()),
  rootFiles: z.boolean(),
  template: z.enum(['story', 'code']).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const AgentModelStatus = z.enum(['ready', 'unconfigured', 'incomplete', 'unreachable', 'checking', 'builtin'])
export type AgentModelStatus = z.infer<typeof AgentModelStatus>

export const SpeakerView = z.object({
  status: AgentModelStatus,
  provider: z.string(),
  model: z.string().nullable(),
  /** How it is made to answer in a given shape; `none` also after its service refused a schema. */
  structured: z.string(),
})

/** An agent of the roster with its model status. */
export const AgentView = z.looseObject({
  id: z.string(),
  name: z.string(),
  role: z.string(),
  roleKey: z.string(),
  enabled: z.boolean(),
  speaker: SpeakerView,
})
export type AgentView = z.infer<typeof AgentView>

export const AgentList = z.object({
  agents: z.array(AgentView),
  nextCursor: z.string().nullable(),
  warnings: z.array(z.string()),
})

export const EditedAgent = z.object({ agent: AgentView, warnings: z.array(z.string()) })

/** `endpoint` is null where nothing else than the built-in responder was chosen. */
export const EndpointView = z.object({
  agentId: z.string(),
  endpoint: z.looseObject({ provider: z.string() }).nullable(),
  /** What an endpoint that came with the folder would send where. It is not used until the owner confirms it. */
  unconfirmed: z
    .object({
      provider: z.string(),
      model: z.string().nullable(),
      to: z.string().nullable(),
      key: z.string().nullable(),
    })
    .optional(),
  speaker: SpeakerView,
})

export const RoleView = z.object({
  role: z.string(),
  label: z.string(),
  shippedCharter: z.string(),
  settings: z.looseObject({}),
})

export const ProviderModels = z.object({
  provider: z.string(),
  baseUrl: z.string(),
  models: z.array(z.string()),
  reachable: z.boolean(),
})
export type ProviderModels = z.infer<typeof ProviderModels>

/** Everything about a key but the key. */
export const KeyView = z.object({
  provider: z.string(),
  id: z.string(),
  label: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** The only origin it is sent to; null until the owner names one. */
  origin: z.string().nullable(),
})

export const VaultState = z.enum(['plain', 'locked', 'unlocked'])

export const PromptView = z.object({
  id: z.string(),
  tool_id: z.string(),
  name: z.string(),
  archetype: z.string(),
  scope: z.string(),
  usageNotes: z.string(),
  goals: z.string(),
  guardrails: z.string(),
  prompt: z.string(),
  example: z.string(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  provenance: z.partialRecord(z.string(), z.enum(['bundled', 'user', 'project'])),
  warnings: z.array(z.string()),
  executable: z.boolean(),
})

/** An agent and its current model. */
export const AgentStatus = z.object({
  id: z.string(),
  name: z.string(),
  role: z.string(),
  enabled: z.boolean(),
  ...SpeakerView.shape,
})

const CardRemark = z.object({ path: z.string(), reason: z.string() })
export type CardRemark = z.infer<typeof CardRemark>

export const BuiltIndex = z.object({
  fileCount: z.int(),
  categories: z.array(z.string()),
  indexedAt: z.string(),
  fallbacks: z.int(),
  failures: z.array(CardRemark),
  fallbackCards: z.array(CardRemark),
  dropped: z.int().describe('Claims of a model that its card does not bear out'),
})

/** How a build of the canon index ended, or that it has begun. */
export const CanonBuilt = z.object({
  status: z.enum(['building', 'indexed', 'cancelled']),
  jobId: z.string().optional(),
  ...BuiltIndex.partial().shape,
})
