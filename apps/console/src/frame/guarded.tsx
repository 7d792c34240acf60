import type { ComponentType, ReactNode } from 'react';
import { CanAccess, type ResourceProps } from 'react-admin';
import { Navigate } from 'react-router';
import { PAGES, type PageName } from '../data/pages.ts';

/** As the documents say, a user who may not see a page is sent home. */
export const SentHome = () => <Navigate to={PAGES.home.path} replace />;

/** A page that is no resource's, only for users who may make its call. */
export const Guarded = ({ page, children }: { page: PageName; children: ReactNode }) => (
  <CanAccess resource={page} action="show" accessDenied={<SentHome />}>
    {children}
  </CanAccess>
);

/** A resource whose list only users see who may make its call; react-admin alone would make the call first. */
export const guarded = (resource: ResourceProps): ResourceProps => {
  const List = resource.list as ComponentType;
  return {
    ...resource,
    list: (
      <CanAccess resource={resource.name} action="list" accessDenied={<SentHome />}>
        <List />
      </CanAccess>
    ),
  };
};
