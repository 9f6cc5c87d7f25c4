import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { isMaskedToken } from './harmless.ts'
import type { FoundSecret, SecretRule } from './rule.ts'

/**
 * The rules of secretlint's recommended preset that add to our own, by the kind we name what they find. Left out:
 * those that look at files by their name (gcp), that let a text switch rules off (filter-comments), and those whose
 * finds our own rules take whole and in steadier time (basicauth, database-connection-string, openai, sendgrid).
 */
const kinds: { readonly [rule: string]: string } = {
  aws: 'aws_access_key',
  privatekey: 'private_key',
  npm: 'npm_token',
  slack: 'slack_token',
  shopify: 'shopify_token',
  github: 'github_token',
  gitlab: 'gitlab_token',
  grafana: 'grafana_token',
  anthropic: 'api_key',
  groq: 'api_key',
  huggingface: 'huggingface_token',
  linear: 'linear_token',
  notion: 'notion_token',
  '1password': 'onepassword_token',
  'hashicorp-vault': 'vault_token',
  vercel: 'vercel_token',
  databricks: 'databricks_token',
  docker: 'docker_token',
  figma: 'figma_token',
}

/** Numbers of accounts are no secret. */
const openMessages = new Set(['AWSAccountID'])

export const presetRules: readonly SecretRule[] = Object.entries(kinds).map(([name, kind]) => {
  let find: SecretRule | undefined
  return text => {
    find ??= finder(name, kind)
    return find(text)
  }
})

/**
 * Runs one rule by its published interface. secretlint's own core answers with a promise; the rules themselves report
 * at once, and that is what callers that cannot wait need.
 */
function finder(name: string, kind: string): (text: string) => FoundSecret[] {
  const rule = rules.find(({ meta }) => meta.id === `@secretlint/secretlint-rule-${name}`)
  if (!rule) throw new Error(`The preset has no rule ${name} any more.`)
  let found: FoundSecret[] = []
  const handler = rule.create(
    {
      sharedOptions: {},
      createTranslator: () => messageId => ({ message: '', messageId: String(messageId), data: undefined as never }),
      report: ({ message, range: [start, end] }) => {
        if (!openMessages.has(message.messageId)) found.push({ kind, start, end })
      },
      ignore: () => {},
    },
    {},
  )
  return text => {
    found = []
    handler.file?.(sourceOf(text))
    return inOrder(found.filter(({ start, end }) => !isMaskedToken(text.slice(start, end))))
  }
}

function sourceOf(content: string) {
  const position = { line: 0, column: 0 }
  return {
    hasBOM: false,
    content,
    filePath: undefined,
    physicalFilePath: undefined,
    contentType: 'text' as const,
    ext: '',
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    locationToRange: () => [0, 0] as const,
    rangeToLocation: () => ({ start: position, end: position }),
    positionToIndex: () => 0,
    indexToPosition: () => position,
  }
}

/** From left to right, without those that begin inside another. */
function inOrder(found: FoundSecret[]): FoundSecret[] {
  let free = 0
  return found
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start < free) return false
      free = end
      return true
    })
}
