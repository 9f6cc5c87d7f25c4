import { z } from 'zod'

/**
 * What a workspace is made for. `story`: scenes below Story, cards below Compendium. `code`: a repository as it is; what
 * its documents state is compared with its code and its other texts.
 */
export const Template = z.enum(['story', 'code'])
export type Template = z.infer<typeof Template>

/** Folders of a repository that hold what it states. */
const documents = /^(?:docs?|documentation|specs?|adrs?|rfcs?|decisions|design)\//i

export function isDocument(path: string): boolean {
  return documents.test(path) && isText(path)
}

/** Whether a file of this name is shown. */
export function isListedName(name: string, template: Template = 'story'): boolean {
  return isText(name) || (template === 'code' && code.test(name) && !/[.-]lock\.\w+$/i.test(name))
}

/** Folders that tools fill; no person writes their files. */
export function isMadeByTools(name: string, template: Template = 'story'): boolean {
  return template === 'code' && toolFolders.has(name)
}

function isText(name: string): boolean {
  return /\.(?:md|markdown|txt)$/i.test(name)
}

const codeEndings =
  '[cm]?[jt]sx?|vue|svelte|py|rb|go|rs|java|kts?|scala|swift|cs|fs|[ch](?:pp|xx|c|h)?|php|pl|lua|exs?|hs|ml|clj|r|dart|sql|sh|ps1|s?css|html|json|ya?ml|toml|graphql|proto'
const code = new RegExp(`\\.(?:${codeEndings})$`, 'i')

/** Where the name of a file of any template may end in a sentence. */
export const fileEnding = new RegExp(`\\.(?:md|markdown|txt|${codeEndings})(?![\\p{L}\\p{N}])`, 'giu')

const toolFolders = new Set(
  'node_modules dist build out target vendor coverage bin obj __pycache__ venv Pods DerivedData'.split(' '),
)
