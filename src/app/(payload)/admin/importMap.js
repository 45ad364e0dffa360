import { FallbackTrail as FallbackTrail_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'

/** @type import('payload').ImportMap */
export const importMap = {
  "payload-support-portal/rsc#FallbackTrail": FallbackTrail_a6398ea8ae0a8728de3a8aa23b33b431,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1
}
