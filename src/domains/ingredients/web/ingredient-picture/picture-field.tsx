import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Camera, ImageOff } from 'lucide-react'
import { useId, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { pictureProblem } from '#platform/web/forms/picture-file.ts'
import { useIsOffline } from '#platform/web/sync/needs-server.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { EnlargeablePicture } from '#platform/web/ui/enlargeable-picture.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PictureButton } from '#platform/web/ui/picture-button.tsx'
import { getIngredient, type Ingredient } from '../../contract/index.ts'
import { findOrAddIngredient, removePictureWithUndo, setPictureWithUndo } from '../api/pictures.ts'

/** An ingredient's picture, which a tap enlarges, and what members can do with it. Nothing until the ingredient is known. */
export function PictureField({ ingredientId, mayChange }: { ingredientId: string; mayChange: boolean }) {
  const { data: ingredient } = useEndpointQuery(getIngredient, { params: { id: ingredientId } })
  if (!ingredient || (!ingredient.picture && !mayChange)) return null
  const { name } = ingredient
  return (
    <div className="flex flex-wrap items-center gap-3">
      {ingredient.picture ? <EnlargeablePicture address={ingredient.picture} label={t`Picture of ${name}`} size="size-24" /> : null}
      {mayChange ? (
        <PictureActions
          onPick={(file) => setPictureWithUndo(ingredient, file)}
          onRemove={ingredient.picture ? () => removePictureWithUndo(ingredient) : undefined}
        />
      ) : null}
    </div>
  )
}

interface ThingProps {
  /** Something by name that isn't an ingredient. */
  thing: Pick<Ingredient, 'name' | 'category' | 'defaultUnit'>
  onSaved: () => void
}

/** Adds a picture to something that isn't an ingredient yet, which makes it one. */
export const NewPictureField = ({ thing, onSaved }: ThingProps) => (
  <PictureActions
    onPick={async (file) => {
      await setPictureWithUndo(await findOrAddIngredient(thing), file)
      onSaved()
    }}
  />
)

interface ActionsProps {
  onPick: (file: File) => Promise<void>
  /** Removes the picture; undefined if there is none. */
  onRemove?: (() => Promise<void>) | undefined
}

/** Lets the person choose, replace and remove a picture. */
export function PictureActions({ onPick, onRemove }: ActionsProps) {
  const isOffline = useIsOffline()
  const [state, setState] = useState<{ isBusy: boolean; problem: string | null }>({ isBusy: false, problem: null })
  const hint = useId()
  const attempt = async (work: () => Promise<void>, failed: string) => {
    setState({ isBusy: true, problem: null })
    try {
      await work()
      setState({ isBusy: false, problem: null })
    } catch (error) {
      setState({ isBusy: false, problem: errorMessage(error, failed) })
    }
  }
  const save = (file: File) => {
    const problem = pictureProblem(file)
    if (problem !== null) setState({ isBusy: false, problem })
    else void attempt(() => onPick(file), t`Couldn’t save the picture.`)
  }
  return (
    <div className="min-w-40 flex-1 space-y-2">
      <div className="flex flex-wrap items-center gap-x-2">
        <PictureButton isBusy={state.isBusy} disabled={isOffline} describedBy={isOffline ? hint : undefined} onPick={save}>
          <Camera aria-hidden="true" className="size-4.5" /> {onRemove ? t`Replace picture` : t`Add a picture`}
        </PictureButton>
        {onRemove ? (
          <Button
            variant="plain"
            disabled={isOffline || state.isBusy}
            icon={<ImageOff aria-hidden="true" className="size-4.5" />}
            onClick={() => void attempt(onRemove, t`Couldn’t remove the picture.`)}
          >
            <Trans>Remove picture</Trans>
          </Button>
        ) : null}
      </div>
      {isOffline ? (
        <p id={hint} className="text-sm text-ink-soft">
          <Trans>Pictures can be changed once you’re online.</Trans>
        </p>
      ) : null}
      {state.problem ? <Notice tone="error">{state.problem}</Notice> : null}
    </div>
  )
}
