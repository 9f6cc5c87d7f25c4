import { isObject, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { pathOfUri } from '../vscode-workspace.ts'

/** The command line as the model wrote it, before anybody changed it. */
export function typedCommand(part: TranscriptRecord): string | null {
  const data = objectAt(part, 'toolSpecificData')
  return wordsAt(objectAt(data, 'commandLine'), 'original') ?? wordsAt(data, 'command') ?? null
}

/** The first file that a message about the call links to. */
export function shownPath(part: TranscriptRecord): string | null {
  return linkedPath(part.pastTenseMessage) ?? linkedPath(part.invocationMessage)
}

function linkedPath(message: unknown): string | null {
  const text = typeof message === 'string' ? message : isObject(message) ? textAt(message, 'value') : undefined
  const start = text?.indexOf('](file://') ?? -1
  const end = text?.indexOf(')', start) ?? -1
  if (text === undefined || start < 0 || end < 0) return null
  const [uri = ''] = text.slice(start + 2, end).split('#')
  return pathOfUri(uri)
}
