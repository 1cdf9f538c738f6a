"""What OPTIONS answers: the methods of the address, and nothing that depends on what is stored there."""

from typing import TYPE_CHECKING, Any

from rest_framework.metadata import BaseMetadata
from rest_framework.request import Request

if TYPE_CHECKING:  # the module of views imports this one
    from rest_framework.views import APIView


class Methods(BaseMetadata):
    def determine_metadata(self, request: Request, view: "APIView") -> dict[str, Any]:
        return {"methods": view.allowed_methods}
