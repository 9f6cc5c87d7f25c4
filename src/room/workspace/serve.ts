import { basename } from 'node:path'
import type { PathFault, Snapshot } from './vfs.ts'
import type { WriteFault } from './write-file.ts'

/** The tree as callers see it, without the folder's path on this machine. */
export function servedTree(root: string, { files, folders, outlinePath, truncated, warnings }: Snapshot) {
  return { root: basename(root), files, folders, outline_path: outlinePath, truncated, warnings }
}

/** A file by a caller's path, with all that is needed to cite it or to write it back. */
export async function servedFile(snapshot: Snapshot, path: unknown) {
  const found = snapshot.resolve(path)
  if ('fault' in found) return found
  const text = await snapshot.read(found.file)
  if ('fault' in text) return text
  const { content, sha256, size_bytes, lines } = text
  const { class: fileClass, origin, readonly } = found.file
  return {
    path: text.path,
    resolved: found.resolved,
    content,
    sha256,
    total_lines: lines.length,
    size_bytes,
    class: fileClass,
    origin,
    readonly,
  }
}

type FileFault = PathFault['code'] | WriteFault | 'stale_outline' | 'outline_not_found' | 'invalid_request'

/** How each refusal looks over HTTP, and what to do about it. None of the sentences depends on what was asked. */
export const fileFaults: { readonly [code in FileFault]: { http: number; message: string } } = {
  path_invalid: { http: 400, message: 'The path is not a text of 1 to 1024 bytes. Use a path from the tree.' },
  path_denied: { http: 403, message: 'The path cannot be opened. Use a path from the tree.' },
  file_not_found: { http: 404, message: 'No file has this path. Call file_locator to find the path.' },
  path_ambiguous: { http: 409, message: 'Several files could be meant. Use one of the paths in candidates.' },
  file_too_large: { http: 413, message: 'The file is too large. Split it, or raise vfs.maxFileBytes in the settings.' },
  file_not_text: { http: 415, message: 'The file is not UTF-8 text. Save it as UTF-8 and try again.' },
  stale_file: { http: 409, message: 'The file is not the one you read. Read it again and send its sha256 as ifMatch.' },
  readonly: { http: 409, message: 'Canon.md is made from the cards. Change a card and rebuild the canon index.' },
  use_outline_api: { http: 409, message: 'The outline is changed entry by entry. Use PUT /api/outline.' },
  stale_outline: { http: 409, message: 'The outline has changed. Read it again and send its sha256 as ifMatch.' },
  outline_not_found: { http: 404, message: 'The workspace has no outline. Create Story/SCN-outline.md.' },
  invalid_request: { http: 400, message: 'The request does not fit. Correct the field named in details.' },
}
