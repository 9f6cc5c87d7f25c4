interface Governing {
  id: string
  type: string
  title: string
  affects: readonly string[]
}

const maxTitle = 120

/** One line for a chat that is about to change a file; undefined where nothing governs it. */
export function governingText([first, ...others]: readonly Governing[]): string | undefined {
  if (!first) return undefined
  const { id, type, title, affects } = first
  const flat = `${type} "${title}"`.replace(/\s+/g, ' ')
  const shown = flat.length > maxTitle ? `${flat.slice(0, maxTitle)}…` : flat
  const more = others.length > 0 ? ` So do ${others.length} more records (decisions_for).` : ''
  return `Daybook: ${id} ${shown} governs ${affects[0]}.${more} Keep to it, or ask the user before you break it.`
}
