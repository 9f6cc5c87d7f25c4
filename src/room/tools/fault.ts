import type { PathFault } from '../workspace/vfs.ts'
import type { ToolErrorCode } from './tool.ts'

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
