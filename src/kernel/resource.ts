/** What is announced of a kind of resource. */
export interface ResourceEntry {
  name: string
  toolset: string
  title: string
  description: string
  mimeType: string
  /** `daybook://records/{id}`: each name in braces is one part of the address. */
  uriTemplate: string
}

/** The parts of an address by the names its template gives them. */
type AddressParts = { readonly [name: string]: string }

/**
 * Calls an operation for the caller that asks for the resource; undefined where it refuses. A project that the operation has no
 * argument for is named beside the arguments.
 */
export type Ask = (
  operation: string,
  args: Record<string, unknown>,
  project?: string,
) => Promise<Record<string, unknown> | undefined>

export interface ListedResource {
  parts: AddressParts
  title: string
}

export interface ResourcePage {
  listed: ListedResource[]
  /** Where the next page begins. */
  next?: string
}

/** Something that clients read by its address. It is read through the operation that answers people and agents alike. */
export interface Resource extends ResourceEntry {
  read(parts: AddressParts, ask: Ask): Promise<string | undefined>
  /** What there is for the caller; absent where finding it out would take long. */
  list?(ask: Ask, from?: string): Promise<ResourcePage>
}

/** The address with these parts. */
export function addressOf(uriTemplate: string, parts: AddressParts): string {
  const filled = uriTemplate.split('/').map(word => {
    const name = nameIn(word)
    return name === undefined ? word : encodeURIComponent(parts[name] ?? '')
  })
  return filled.join('/')
}

/** The parts of an address that the template describes; undefined where it describes another. */
export function addressParts(uriTemplate: string, uri: string): AddressParts | undefined {
  const words = uriTemplate.split('/')
  const given = uri.split('/')
  if (words.length !== given.length) return undefined
  const parts: { [name: string]: string } = {}
  for (const [at, word] of words.entries()) {
    const name = nameIn(word)
    if (name === undefined && given[at] !== word) return undefined
    if (name === undefined) continue
    const value = decodePart(given[at] ?? '')
    if (!value) return undefined
    parts[name] = value
  }
  return parts
}

function nameIn(word: string): string | undefined {
  return word.startsWith('{') && word.endsWith('}') ? word.slice(1, -1) : undefined
}

export function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
