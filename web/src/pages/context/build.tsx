import '../../parts/context/context.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Copy, Download, Hammer, Info } from 'lucide-react'
import { useState } from 'react'
import { limits } from '../../../../src/context/limits.ts'
import { formatCount, formatNumber, formatSize } from '../../../../src/kernel/numbers.ts'
import { call } from '../../api.ts'
import { ContextFault } from '../../parts/context/context-fault.tsx'
import { ContextLoaded } from '../../parts/context/context-loaded.tsx'
import { LeftOut } from '../../parts/context/left-out.tsx'
import { Outline } from '../../parts/context/outline.tsx'
import { OverrideForm } from '../../parts/context/override-form.tsx'
import { SectionView } from '../../parts/context/section-view.tsx'
import { TokenBar } from '../../parts/context/token-bar.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { useProject } from '../../state/addresses.ts'
import { announce } from '../../state/announce.ts'
import { useContextKeys } from '../../state/context/keys.ts'
import { useLivePreview } from '../../state/context/live.ts'
import { type Overrides, useOverrides } from '../../state/context/overrides.ts'
import {
  aboutQuery,
  type Block,
  previewQuery,
  promptsQuery,
  type StoredProject,
  useStoredProject,
} from '../../state/context/queries.ts'
import { changeOf, sectionTexts } from '../../state/context/sections.ts'
import { useDebounced } from '../../state/debounced.ts'
import { downloadText } from '../../state/download.ts'
import { queryClient } from '../../state/queries.ts'
import { useShortcuts } from '../../state/shortcuts.ts'
import { byteSize } from '../../state/words.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Tip } from '../../ui/tip.tsx'

/** The block a new chat would start with now. */
export function BuildPage() {
  const project = useProject()
  const known = useStoredProject(project)
  useContextKeys(project)
  return (
    <div className="page wide">
      <ContextLoaded query={known} label="the project" lines={6} project={project}>
        {data => <Build key={project} project={project} known={data} />}
      </ContextLoaded>
    </div>
  )
}

function Build({ project, known }: { project: string; known: StoredProject }) {
  const [overrides, setOverrides] = useOverrides(project)
  const asked = useDebounced(overrides)
  const preview = useQuery(previewQuery(project, asked))
  const prompts = useQuery(promptsQuery(project))
  useLivePreview(project, known.data.updatedAt)
  const block = preview.error ? undefined : preview.data
  // On a narrow screen the block itself comes first.
  const [isOpen] = useState(() => Object.keys(overrides).length > 0 || window.innerWidth > 860)
  const build = useMutation({
    mutationFn: () => call('context_build', { ...overrides, projectId: project }),
    onSuccess: async built => {
      queryClient.setQueryData(previewQuery(project, overrides).queryKey, built)
      announce(
        `Block built: about ${formatCount(built.estimatedTokens, 'token')} in ${formatCount(built.sections.length, 'section')}`,
      )
      await queryClient.invalidateQueries({ queryKey: aboutQuery(project).queryKey })
    },
    onError: () => announce('The block was not built', 'alert'),
  })

  /** Copies the block of the current overrides, even when the preview has not caught up with them. */
  async function whole(): Promise<Block | undefined> {
    try {
      return await queryClient.fetchQuery(previewQuery(project, overrides))
    } catch {
      announce('There is no block to copy: see the problem above', 'alert')
      return undefined
    }
  }

  async function copy() {
    const block = await whole()
    if (block) await copyText(block.text, `Block of about ${formatCount(block.estimatedTokens, 'token')}`)
  }

  async function save() {
    const block = await whole()
    if (block) downloadText(`${project}-context.md`, block.text, 'text/markdown')
  }

  useShortcuts({ b: () => !build.isPending && build.mutate(), c: () => void copy() })

  return (
    <>
      <PageHead
        title="Build"
        lead={
          <>
            The text that a new chat on <strong>{known.data.name}</strong> starts with. Agents get the same text with{' '}
            <code>/newcontext</code>.
          </>
        }
        actions={
          <>
            <Button icon={Download} onClick={() => void save()}>
              Download
            </Button>
            <Tip label="Copy the block" keys="c">
              <Button icon={Copy} onClick={() => void copy()}>
                Copy
              </Button>
            </Tip>
            <Tip label="Build and add it to the history" keys="b">
              <Button icon={Hammer} kind="primary" disabled={build.isPending} onClick={() => build.mutate()}>
                Build
              </Button>
            </Tip>
          </>
        }
      />
      {build.error && !preview.error && (
        <ContextFault error={build.error} project={project} onRetry={() => build.mutate()} />
      )}
      <div className="split">
        <div className="build-side stack gap-20">
          {block && <Outline sections={block.sections} estimate={block.estimatedTokens} last={known.about.lastBuild} />}
          <details className="stack py-12 px-16 border rounded-l bg-surface" open={isOpen}>
            <summary className="pointer">
              <h2 className="inline text-s tracking-0">For this block only</h2>
            </summary>
            <OverrideForm
              known={known}
              prompts={(prompts.data?.templates ?? []).map(({ key }) => key)}
              overrides={overrides}
              onChange={setOverrides}
              most={block ? needed(block) : 0}
            />
            {Object.keys(overrides).length > 0 && (
              <Button small onClick={() => setOverrides({})}>
                Reset all to stored values
              </Button>
            )}
          </details>
        </div>
        <div className="min-w-0">
          <ContextLoaded
            query={{ ...preview, data: block }}
            label="the block"
            lines={8}
            project={project}
            onRemedy={{
              'choose-prompt': ({ keys: [instruction = ''] }) => setOverrides({ ...overrides, instruction }),
              'raise-budget': ({ tokens }) => setOverrides({ ...overrides, maxTokens: tokens }),
            }}
          >
            {block => <BlockView project={project} block={block} known={known} overrides={asked} />}
          </ContextLoaded>
        </div>
      </div>
    </>
  )
}

interface BlockProps {
  project: string
  block: Block
  known: StoredProject
  overrides: Overrides
}

function BlockView({ project, block, known, overrides }: BlockProps) {
  const texts = sectionTexts(block)
  const budget = overrides.maxTokens ?? known.about.maxTokens ?? undefined
  const isBudgeted = budget !== undefined && budget < limits.maxTokens
  return (
    <>
      <div className="stack gap-10 mb-16">
        <p className="text-s">
          <strong className="tabular text-xl weight-600 tracking-tight">{formatNumber(block.estimatedTokens)}</strong>{' '}
          tokens, estimated
          {isBudgeted && <span className="muted tabular"> of {formatNumber(budget)}</span>}
          <span className="muted">
            {' '}
            · {formatCount(block.sections.length, 'section')} · {formatSize(byteSize(block.text))}
          </span>
        </p>
        <TokenBar sections={block.sections} estimate={block.estimatedTokens} budget={isBudgeted ? budget : undefined} />
      </div>
      {block.notices.length > 0 && (
        <ul className="stack gap-6 mb-16 py-10 px-12 rounded-m bg-warn text-s" aria-label="Notices">
          {block.notices.map(notice => (
            <li className="flex gap-8" key={notice}>
              <Info aria-hidden="true" /> {notice}
            </li>
          ))}
        </ul>
      )}
      <article className="shadow-low border rounded-l bg-surface clipped" aria-label="The block">
        {block.sections.map((section, index) => (
          <SectionView
            key={section.name}
            project={project}
            section={section}
            text={texts[index] ?? ''}
            change={changeOf(section, known.about.lastBuild)}
          />
        ))}
      </article>
      <LeftOut project={project} dropped={block.dropped} />
    </>
  )
}

function needed({ estimatedTokens, dropped }: Block): number {
  return dropped.reduce((sum, each) => sum + each.estimatedTokens, estimatedTokens)
}
