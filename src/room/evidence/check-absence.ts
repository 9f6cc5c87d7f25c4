import { type Refusal, refusal } from './check-outcome.ts'
import type { Citation } from './citation.ts'
import type { CitedFiles } from './cited-files.ts'
import { findWord } from './find-text.ts'
import { normalForm } from './normal-form.ts'
import { lineAt, originalOf, searchable } from './searchable-file.ts'

/** Nothing that is said to be absent stands in the scope. */
export async function checkAbsence({ scope, terms }: Citation, files: CitedFiles): Promise<Refusal | undefined> {
  if (!scope || scope.files.length === 0) return refusal('missing-scope', unknownScene(scope))
  const wanted = terms.map(term => normalForm(term).text).filter(term => term !== '')
  for (const cited of scope.files) {
    const text = await files.read(cited)
    if ('fault' in text) return refusal('file-read-failed', cited.path)
    if (wanted.length === 0) continue
    const file = searchable(text)
    const lines = wanted
      .map(term => ({ at: findWord(file.form.text, term), length: term.length }))
      .filter(({ at }) => at >= 0)
      .map(({ at, length }) => lineAt(file, originalOf(file, { start: at, end: at + length }).from))
    if (lines.length > 0) return refusal('absence-contradicted', `${cited.path}:${Math.min(...lines)}`)
  }
  return undefined
}

/** What cannot be seen must at least be named. */
export function checkAccess({ scope, sources }: Citation): Refusal | undefined {
  const isNamed = sources.some(source => source.file || source.error || source.folder) || (scope?.files.length ?? 0) > 0
  return isNamed ? undefined : refusal('missing-scope', unknownScene(scope))
}

function unknownScene(scope: Citation['scope']): string | undefined {
  return scope?.unknownScene === undefined ? undefined : `unknown-scene:${scope.unknownScene}`
}
