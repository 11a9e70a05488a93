import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { keep } from '#platform/web/session.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Switch } from '#platform/web/ui/field.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'

const CommandPalette = lazy(() => import('./command-palette.tsx'))

const singleKeys: readonly [key: string, does: string][] = [
  ['/', t`Search this page`],
  ['N', t`Add an item`],
  ['S', t`Scan`],
  ['?', t`This help`],
]

/** Typing into a field, or a dialog being open, comes before any shortcut. */
function isOccupied(event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, select, [contenteditable=true], [role=menu], [role=listbox]')) return true
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null
}

/** The keyboard's short ways, their help, and the palette. Single keys can be switched off (WCAG 2.1.4). */
export function Shortcuts() {
  const navigate = useNavigate()
  const [help, setHelp] = useState(false)
  const [palette, setPalette] = useState(false)
  const [single, setSingle] = useState(() => keep.read('single-keys') !== 'off')

  useEffect(() => {
    const open = () => setHelp(true)
    window.addEventListener('larder:help', open)
    return () => window.removeEventListener('larder:help', open)
  }, [])

  useEffect(() => {
    const when = (run: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
      if (!single || isOccupied(event)) return
      run(event)
    }
    return tinykeys(window, {
      '/': when((event) => {
        const box = document.querySelector<HTMLInputElement>('[data-search-box]')
        if (!box) return
        event.preventDefault()
        box.focus()
        box.select()
      }),
      n: when(() => void navigate({ to: '/inventory/add' })),
      s: when(() => void navigate({ to: '/scan' })),
      'Shift+?': when(() => setHelp(true)),
      '?': when(() => setHelp(true)),
      '$mod+k': (event) => {
        event.preventDefault()
        setPalette(true)
      },
    })
  }, [navigate, single])

  return (
    <>
      <Dialog open={help} onOpenChange={setHelp} title={t`Keyboard shortcuts`} size="small">
        <dl className="divide-y divide-line">
          {singleKeys.map(([key, does]) => (
            <Line key={key} keys={[key]} does={does} off={!single} />
          ))}
          <Line keys={['Ctrl', 'K']} does={t`Go anywhere`} />
          <Line keys={['Esc']} does={t`Close, or clear the search`} />
        </dl>
        <div className="mt-2 border-t border-line pt-3">
          <Switch
            label={t`Single-key shortcuts`}
            hint={t`Off, if keys press themselves: speech input, a cat.`}
            checked={single}
            onChange={(event) => {
              setSingle(event.target.checked)
              if (event.target.checked) keep.remove('single-keys')
              else keep.write('single-keys', 'off')
            }}
          />
        </div>
      </Dialog>
      {palette ? (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setPalette(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function Line({ keys, does, off = false }: { keys: readonly string[]; does: string; off?: boolean }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <dt className={off ? 'text-ink-faint line-through' : ''}>{does}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  )
}
