/** Where the service worker puts a picture that another app shared, until the scan page takes it. */
export const sharedPictureCache = 'larder-shared-picture'
export const sharedPicturePath = '/shared-picture'
