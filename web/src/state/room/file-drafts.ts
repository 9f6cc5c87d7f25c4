/** Typed and unsaved text of a file, with the hash of the text it started from. */
export interface FileDraft {
  content: string
  base: string
}

export function readFileDraft(project: string, path: string): FileDraft | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(nameOf(project, path)) ?? 'null')
    // Only writeFileDraft writes under this name.
    return typeof draft === 'object' && draft !== null && 'content' in draft ? (draft as FileDraft) : undefined
  } catch {
    return undefined
  }
}

/** Not kept if the browser's storage is full; the text stays in the page. */
export function writeFileDraft(project: string, path: string, draft: FileDraft): void {
  try {
    localStorage.setItem(nameOf(project, path), JSON.stringify(draft))
  } catch {
    localStorage.removeItem(nameOf(project, path))
  }
}

export function dropFileDraft(project: string, path: string): void {
  localStorage.removeItem(nameOf(project, path))
}

function nameOf(project: string, path: string): string {
  return `daybook.room-file.${project}/${path}`
}
