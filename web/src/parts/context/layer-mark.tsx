import { layerWord, type Why } from '../../state/context/why-words.ts'
import { Badge } from '../../ui/badge.tsx'

/** The library layer a text comes from, as a word with a tint. */
export function LayerMark({ layer }: { layer: NonNullable<Why['layer']> }) {
  return <Badge state={layer}>{layerWord(layer)}</Badge>
}
