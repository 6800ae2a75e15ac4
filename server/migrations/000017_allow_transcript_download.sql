-- Whether a visitor may download the transcript of their own conversation.
alter table avatars add column allow_transcript_download boolean not null default false;
