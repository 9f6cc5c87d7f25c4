import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { findRegexes } from '../../scripts/regexes/find.ts'

/** The functions with a text or lines as first parameter that modules with regular expressions export, by file. */
export function exportedTextFunctions(root: string): { [file: string]: string[] } {
  const { literals, constructions } = findRegexes(root, ['src', 'web/src'])
  const files = new Set([...literals, ...constructions].map(({ place }) => place.slice(0, place.lastIndexOf(':'))))
  const entries = [...files].sort().map(file => [file, textFunctionsOf(file, readFileSync(join(root, file), 'utf8'))])
  return Object.fromEntries(entries.filter(([, names]) => (names?.length ?? 0) > 0))
}

function textFunctionsOf(file: string, source: string): string[] {
  const { body } = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  return body.flatMap(statement => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    if (declared?.type !== 'FunctionDeclaration' || !declared.id) return []
    const [first] = declared.params
    const takesText = first && /^\w+: (?:readonly )?string\b/.test(source.slice(first.start, first.end))
    return takesText ? [declared.id.name] : []
  })
}
