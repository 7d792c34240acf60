import type { ComponentType, ReactNode } from 'react';
import { CanAccess, type ResourceProps } from 'react-admin';
import { Navigate } from 'react-router';
import { PAGES, type PageName } from '../data/pages.ts';

/** As the documents say, a user who may not see a page is sent home. */
export const SentHome = () => <Navigate to={PAGES.home.path} replace />;

const onlyFor = (resource: string, action: string, page: ReactNode) => (
  <CanAccess resource={resource} action={action} accessDenied={<SentHome />}>
    {page}
  </CanAccess>
);

/** A page that is no resource's, only for users who may make its call. */
export const guardedPage = (name: PageName, page: ReactNode) => onlyFor(name, 'show', page);

/** A resource whose list only users see who may make its call; react-admin alone would make the call first. */
export const guarded = (resource: ResourceProps): ResourceProps => {
  const List = resource.list as ComponentType;
  return { ...resource, list: onlyFor(resource.name, 'list', <List />) };
};
