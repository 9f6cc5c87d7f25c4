import '../room.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { linesOf } from '../../../state/room/quoted-lines.ts'
import { safeText } from '../../transcript/safe-text.ts'

interface Props {
  content: string
  isCode?: boolean
  /** Lines to scroll to and to mark, from 1. */
  from?: number | undefined
  to?: number | undefined
}

/** A file line by line; only the visible lines of a long one are rendered. */
export function RawLines({ content, isCode = false, from, to = from }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => linesOf(content), [content])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 22,
    overscan: 20,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines are the only reason to scroll
  useEffect(() => {
    if (from !== undefined && from <= lines.length) virtual.scrollToIndex(from - 1, { align: 'center' })
  }, [from, lines])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    // biome-ignore lint/a11y/useSemanticElements: a group of lines, not a set of form fields
    <div ref={box} className="raw-lines" role="group" aria-label="Lines of the file" tabIndex={0}>
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const line = lines[index]
          if (!line) return null
          const isMarked = from !== undefined && to !== undefined && line.number >= from && line.number <= to
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-line={line.number}
              className={
                isMarked
                  ? 'raw-line meant stack gap-12 text-s leading-normal'
                  : 'raw-line stack gap-12 text-s leading-normal'
              }
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className="file-line-number tabular">{line.number}</span>
              <span
                className={
                  isCode ? 'line-text pre-wrap break-anywhere mono text-xs' : 'line-text pre-wrap break-anywhere'
                }
              >
                {safeText(line.text)}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
