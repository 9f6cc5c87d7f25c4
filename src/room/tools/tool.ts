import { z } from 'zod'
import type { FileRef } from '../../receipts/receipt.ts'
import { FileClass } from '../schema.ts'
import type { PathFault, PathFaultCode, Snapshot } from '../workspace/vfs.ts'
import type { ToolArgument } from './arguments.ts'

export const toolIds = [
  'file_locator',
  'file_reader',
  'outline_analyzer',
  'canon_checker',
  'task_router',
  'search_issues',
  'prose_analyzer',
  'consistency_checker',
  'scene_draft_validator',
] as const
export type ToolId = (typeof toolIds)[number]

type ToolErrorCode =
  | PathFaultCode
  | 'outline_not_found'
  | 'outline_empty'
  | 'canon_files_missing'
  | 'no_readable_files'
  | 'store_unavailable'
  | 'timeout'
  | 'cancelled'
  | 'unknown-tool'
  | 'internal'

/** A place worth quoting, for screens and the built-in responder; never part of the output text. */
export const Span = z.strictObject({
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  /** A strict substring of one file line, at most 160 bytes, at least 8 code points. */
  quote: z.string(),
  note: z.string(),
  weight: z.number(),
  class: FileClass,
})
export type Span = z.output<typeof Span>

export interface ToolResult {
  ok: boolean
  error?: { code: ToolErrorCode; message: string }
  text: string
  fileRefs: FileRef[]
  issueRefs: number[]
  spans: Span[]
}

/** The issues a tool may look at, as an agent sees them. */
export interface IssueReader {
  list(): Promise<readonly ToolIssue[]>
}

export interface ToolIssue {
  id: number
  title: string
  status: 'open' | 'closed' | 'waiting-on-user' | 'frozen'
  priority: 'low' | 'normal' | 'high' | 'urgent'
  assignedTo: string | null
  /** The display name of that agent, where it is one. */
  assignedName: string | null
  tags: readonly string[]
  epistemicStatus: 'tentative' | 'proposed' | 'agreed' | 'verified' | null
  createdAt: string
  updatedAt: string
  /** Level 3 of its memory, for listings. */
  summary: string
  /** It archives a round of this conference. */
  conferenceId?: string
  /** By agent id: interest 1–5 and personal tags. */
  personal: { readonly [agentId: string]: { interest: number; tags: readonly string[] } }
}

export interface ToolContext {
  snapshot: Snapshot
  issues: IssueReader
  agentId: string | null
  conferenceId: string | null
  signal: AbortSignal
}

/** A tool: declared once with `defineTool`, run by one executor for every surface. It reads; it writes nothing. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  id: ToolId
  version: string
  purpose: string
  whenToUse: string
  /** One call as a model should write it; the shortest possible one where absent. */
  example?: string
  /** The set of arguments is closed and values are never converted. */
  input: Input
  /** The same as data, in the order of the declaration. */
  args: readonly ToolArgument[]
  /** Folded spellings of other names for its arguments. */
  argAliases: { readonly [folded: string]: string }
  run(args: z.output<Input>, ctx: ToolContext): Promise<ToolResult>
}

const find = 'Call file_locator to find the path.'

/** Fixed sentences with the next step; nothing of a file or of a caller is in them. */
export const messages: { readonly [code in ToolErrorCode]: string } = {
  path_invalid: `The path is empty, too long or not text. ${find}`,
  path_denied: `The path is not one the room may read. ${find}`,
  path_ambiguous: 'More than one file has this name. Give the whole path of one of the candidates.',
  file_not_found: `No file of the workspace has this path. ${find}`,
  file_too_large: 'The file is larger than the room reads. Split it into smaller files.',
  file_not_text: 'The file is not UTF-8 text. Save it as UTF-8 and try again.',
  outline_not_found: 'The workspace has no outline. Write one to Story/SCN-outline.md.',
  outline_empty: 'The outline has no entries. Begin each scene with a line of two number signs and a title.',
  canon_files_missing: 'There is no canon to compare with. Write cards under Compendium/, or give the paths of cards.',
  no_readable_files: `None of the files can be read. ${find}`,
  store_unavailable: 'The issues cannot be read at the moment. Try again.',
  timeout: 'The tool took longer than its time. Ask for fewer or smaller files.',
  cancelled: 'The run was cancelled. Call the tool again if the result is still wanted.',
  'unknown-tool': 'There is no tool of this name. Use one of the tools of the catalog.',
  internal: 'The tool failed inside. Try again, and report it when it happens twice.',
}

/** Why a tool gives no result. */
export class ToolFault extends Error {
  readonly code: ToolErrorCode
  /** Paths of the tree, at most five. */
  readonly candidates: readonly string[]

  constructor(code: ToolErrorCode, candidates: readonly string[] = []) {
    super(messages[code])
    this.code = code
    this.candidates = candidates.slice(0, 5)
  }
}

export function pathFault({ code, candidates }: PathFault): ToolFault {
  return new ToolFault(code, candidates)
}
