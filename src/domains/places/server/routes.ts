import type { PictureQuota } from '#domains/ingredients/server/index.ts'
import { encodePicture } from '#domains/ingredients/server/index.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import { neverChanges, toPictureResponse } from '#platform/server/endpoints/serialize.ts'
import { withPicture } from '#platform/server/endpoints/uploads.ts'
import * as contract from '../contract.ts'
import { arrangePlaces } from './use-cases/arrange-places.ts'
import { addPlace, changePlace, listPlaces, removePlace } from './use-cases/edit-place.ts'
import { readPlacePicture, removePlacePicture, setPlacePicture } from './use-cases/place-picture.ts'
import type { PlaceReferences } from './use-cases/rename-location.ts'

export const placeRoutes = (references: PlaceReferences, quota: PictureQuota): Route[] => [
  route(contract.listPlaces, ({ q, member }) => listPlaces(q, member)),
  route(contract.addPlace, ({ tx, member, body }) => addPlace(tx, references, member, body)),
  route(contract.changePlace, ({ tx, member, params, body, ifMatch }) => changePlace(tx, references, member, params.id, body, ifMatch)),
  route(contract.arrangePlaces, ({ tx, member, body }) => arrangePlaces(tx, member, body)),
  route(contract.removePlace, ({ tx, member, params }) => removePlace(tx, references, member, params.id)),
  route(contract.getPlacePicture, async ({ q, member, params, query }) => {
    const jpeg = await readPlacePicture(q, member, params.id, query.v)
    return toPictureResponse(jpeg, 'image/jpeg', 'place.jpg', query.v === undefined ? 'no-cache' : neverChanges)
  }),
  route(
    contract.setPlacePicture,
    ({ receiveFile }) => withPicture(receiveFile, encodePicture),
    ({ tx, member, params, prepared }) => setPlacePicture(tx, quota, member, params.id, prepared),
  ),
  route(contract.removePlacePicture, ({ tx, member, params }) => removePlacePicture(tx, member, params.id)),
]
