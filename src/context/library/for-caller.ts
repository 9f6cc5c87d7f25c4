import type { Call } from '../../kernel/call.ts'
import { Fault } from '../../kernel/fault.ts'
import { fileName } from '../../kernel/words.ts'
import { isOwner } from '../../projects/roles.ts'
import type { Library, LibraryReader } from './library.ts'

/** The library as somebody may see it: to others than the owner, files of this machine are named without their folders. */
export async function libraryFor(
  { library, call }: { library: LibraryReader; call: Call },
  projectPath: string | null,
): Promise<Library> {
  if (isOwner(call)) return library.of(projectPath)
  const { prompts, statements, files, ...texts } = await library.of(projectPath).catch(withoutFolder)
  return {
    ...texts,
    prompts: prompts.map(nameOnly),
    statements: new Map([...statements].map(([key, statement]) => [key, nameOnly(statement)])),
    files: files.map(fileName),
  }
}

function nameOnly<T extends { file: string }>(origin: T): T {
  return { ...origin, file: fileName(origin.file) }
}

function withoutFolder(error: unknown): never {
  if (!(error instanceof Fault) || !error.details) throw error
  const { code, message, hint, details } = error
  const named = Object.entries(details).map(([key, value]) =>
    (key === 'file' || key === 'path') && typeof value === 'string' ? [key, fileName(value)] : [key, value],
  )
  throw new Fault(code, message, { hint, details: Object.fromEntries(named), cause: error })
}
